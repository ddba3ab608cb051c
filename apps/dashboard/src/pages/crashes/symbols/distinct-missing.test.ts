import { expect, test } from 'vitest';
import { distinctMissing } from './distinct-missing.ts';

const map = (file: string) => ({ kind: 'sourcemap', release: '1.0', file, debug_id: null });
const report = (group_id: string, ...files: string[]) => ({
  group_id,
  symbols: { used: [], missing: files.map(map), failure: null },
});

test('a file that several groups need is reported once, and first', () => {
  const found = distinctMissing([report('a', 'one.js'), report('b', 'two.js', 'one.js'), report('a', 'one.js')]);
  expect(found.map(({ entry, groupIds }) => [entry.file, groupIds])).toEqual([
    ['one.js', ['a', 'b']],
    ['two.js', ['b']],
  ]);
});

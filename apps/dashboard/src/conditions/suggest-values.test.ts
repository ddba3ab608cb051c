import { expect, test } from 'vitest';
import { matching, valuesSeen } from './suggest-values.ts';

test('what was seen most often comes first, the rest by name', () => {
  expect(valuesSeen(['b', 'a', 'c', 'b'])).toEqual([
    { value: 'b', volume: 2 },
    { value: 'a', volume: 1 },
    { value: 'c', volume: 1 },
  ]);
});

test('what begins with the text comes before what only has it inside', () => {
  const seen = [{ value: 'app_version' }, { value: 'Version' }, { value: 'plan' }];
  expect(matching(seen, ' vers').map(({ value }) => value)).toEqual(['Version', 'app_version']);
  expect(matching(seen, '')).toEqual(seen);
});

import { expect, test } from 'vitest';
import { readVolumes, sparkBuckets, volumeSql } from './volume-sql.ts';

test('the range is cut into equal parts', () => {
  const sql = volumeSql({ from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' });
  expect(sql).toContain(`/ ${3_600_000})`);
  expect(sql).toContain("TIMESTAMP '2026-05-01T00:00:00.000Z'");
});

test('parts without events are zero, and what lies on the end belongs to the last part', () => {
  const volumes = readVolumes({
    rows: [
      ['a', 0, 3],
      ['a', 24, 2],
      ['b', 5, 1],
    ],
    truncated: false,
  });
  expect(volumes.get('a')).toMatchObject({ total: 5 });
  expect(volumes.get('a')?.parts).toHaveLength(sparkBuckets);
  expect(volumes.get('a')?.parts.at(-1)).toBe(2);
  expect(volumes.get('b')?.parts[5]).toBe(1);
});

test('a name that was cut off is not shown with half of its events', () => {
  expect([
    ...readVolumes({
      rows: [
        ['a', 0, 3],
        ['b', 0, 1],
      ],
      truncated: true,
    }).keys(),
  ]).toEqual(['a']);
});

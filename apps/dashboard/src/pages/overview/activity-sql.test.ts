import { expect, test } from 'vitest';
import { activitySql, readActivity, totalSql } from './activity-sql.ts';

const bounds = { from: '2026-11-08T00:00:00.000Z', to: '2026-11-15T00:00:00.000Z' };

test('the row without a time is the total, and the others are buckets in their order', () => {
  const rows = [
    [Date.parse('2026-11-08T00:00:00Z'), 3],
    [Date.parse('2026-11-09T00:00:00Z'), 0],
    [null, 3],
  ];
  expect(readActivity({ rows })).toEqual({
    total: 3,
    points: [
      { atMs: Date.parse('2026-11-08T00:00:00Z'), value: 3 },
      { atMs: Date.parse('2026-11-09T00:00:00Z'), value: 0 },
    ],
  });
});

test('an answer without rows is nobody', () => {
  expect(readActivity({ rows: [] })).toEqual({ total: 0, points: [] });
});

test('a name of a zone cannot leave its quotes', () => {
  expect(activitySql('people', bounds, 'day', "a'); DROP TABLE events; --")).toContain("'a''); DROP TABLE events; --'");
});

test('only counting people costs the look-up of persons', () => {
  expect(totalSql('events', bounds)).not.toContain('person_id');
  expect(totalSql('people', bounds)).toContain('person_id');
});

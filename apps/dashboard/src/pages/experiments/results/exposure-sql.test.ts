import { expect, test } from 'vitest';
import { exposureSql, readTotals } from './exposure-sql.ts';

const bounds = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' };

test('units are what the experiment counts', () => {
  expect(exposureSql('button', 'auto', bounds)).toContain('SELECT person_id AS unit');
  expect(exposureSql('button', 'device', bounds)).toContain('GROUP BY device_id');
  expect(exposureSql('button', 'user', bounds)).toContain('user_id IS NOT NULL');
});

test('a quote in a key stays inside of its text', () => {
  expect(exposureSql("x' OR 1=1 --", 'auto', bounds)).toContain("'x'' OR 1=1 --'");
});

test('who saw two variants is counted apart', () => {
  const { byVariant, mixed } = readTotals([
    ['a', 10],
    ['b', 12],
    [null, 3],
  ]);
  expect([...byVariant]).toEqual([
    ['a', 10],
    ['b', 12],
  ]);
  expect(mixed).toBe(3);
});

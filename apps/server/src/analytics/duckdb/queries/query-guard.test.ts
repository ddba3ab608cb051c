import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QueryGuard } from './query-guard.ts';

const guardWith = (maxRssBytes: number) => {
  const reasons: string[] = [];
  return {
    reasons,
    guard: new QueryGuard({ maxRssBytes, graceMs: 100, giveUp: (reason) => reasons.push(reason) }),
  };
};

test('a process that has grown too large gives up, once, and only while a query runs', async () => {
  const { guard, reasons } = guardWith(1);
  await pause(60);
  expect(reasons).toEqual([]);
  guard.begin(1, 60_000);
  await expect.poll(() => reasons).toHaveLength(1);
  await pause(60);
  expect(reasons).toEqual([expect.stringMatching(/^it takes \d+ MiB$/)]);
});

test('a query that ends in time is left alone, one that does not is given up', async () => {
  const { guard, reasons } = guardWith(Number.POSITIVE_INFINITY);
  guard.begin(1, 0);
  guard.end(1);
  await pause(200);
  expect(reasons).toEqual([]);
  guard.begin(2, 0);
  await expect.poll(() => reasons).toEqual(['a query does not finish']);
});

test('a query that nobody waits for is given up after its grace, whatever its time', async () => {
  const { guard, reasons } = guardWith(Number.POSITIVE_INFINITY);
  guard.begin(1, 60_000);
  await pause(200);
  expect(reasons).toEqual([]);
  guard.cancel(1);
  await expect.poll(() => reasons).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { mapInTurns } from './map-in-turns.ts';

test('so many at a time, in their order', async () => {
  let running = 0;
  let most = 0;
  const results = await mapInTurns([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return item * 2;
  });
  expect([results, most]).toEqual([[2, 4, 6, 8, 10], 2]);
});

test('after a failure no other begins', async () => {
  const begun: number[] = [];
  const work = mapInTurns([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    await Promise.resolve();
    throw new Error(`no ${item}`);
  });
  await expect(work).rejects.toThrow('no 1');
  expect(begun).toEqual([1, 2]);
});

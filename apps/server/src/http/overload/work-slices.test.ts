import { expect, test } from 'vitest';
import { WorkSlices } from './work-slices.ts';

const WORK_MS = 3;

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('work begins at once while there is little of it', () => {
  const slices = new WorkSlices();
  expect([slices.next(), slices.next(), slices.next()]).toEqual([undefined, undefined, undefined]);
  expect(slices.waitedMs()).toBe(0);
});

test('what arrives in one turn of the event loop is worked on in its order, over as many turns as it needs', async () => {
  const slices = new WorkSlices();
  const begun: { readonly at: number; readonly turn: number }[] = [];
  let turn = 0;
  const countTurns = (): void => {
    turn++;
    if (begun.length < 8) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const arrive = async (at: number): Promise<void> => {
    const slice = slices.next();
    if (slice !== undefined) await slice;
    begun.push({ at, turn });
    // Real work takes a few steps before it is done.
    await undefined;
    block(WORK_MS);
  };
  for (let at = 0; at < 8; at++) setImmediate(() => void arrive(at));
  await expect.poll(() => begun.length).toBe(8);
  expect(begun.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(new Set(begun.map((work) => work.turn)).size).toBeGreaterThan(4);
});

test('work that waits says for how long', async () => {
  const slices = new WorkSlices();
  slices.next();
  block(WORK_MS);
  const slice = slices.next();
  block(WORK_MS);
  expect(slices.waitedMs()).toBeGreaterThanOrEqual(WORK_MS);
  await slice;
  expect(slices.waitedMs()).toBe(0);
});

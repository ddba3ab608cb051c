import { expect, test } from 'vitest';
import { LoaderTurns } from './loader-turns.ts';

const backlog = (segments: number) => ({ segments, bytes: segments, oldestSealedAtMs: 1 });

test('a loader that fails does not hold up the others, and waits longer each time', async () => {
  const waiting = { ...backlog(3), loaders: [backlog(1), backlog(0), backlog(9)] };
  const notices: string[] = [];
  const loads: number[] = [];
  const loaders = [1, 2, 3].map((number) => ({
    loadedBytes: number,
    loadSome: async () => {
      loads.push(number);
      if (number === 1) throw new Error('no rows');
      if (loads.filter((load) => load === 3).length === 400) turns.stop();
      return true;
    },
  }));
  const turns = new LoaderTurns({
    watch: { waiting, look: async () => undefined },
    newLoader: (number) => loaders[number - 1] as (typeof loaders)[number],
    lookEveryMs: 1,
    onNotice: (notice) => notices.push(notice),
  });
  await turns.run();
  expect(loads.filter((load) => load === 3)).toHaveLength(400);
  // Nothing waits for the second; the first is not asked again at once.
  expect(loads).not.toContain(2);
  expect(loads.filter((load) => load === 1).length).toBeLessThan(20);
  expect(notices[0]).toBe('Loading failed, retrying in 200 ms: no rows');
  expect(turns.loadedBytes).toBe(4);
});

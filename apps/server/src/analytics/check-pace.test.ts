import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { CheckPace } from './check-pace.ts';

const paceOver = (world: { revision: number }) => new CheckPace(() => world.revision);
const isDueWithin = (pace: CheckPace, ms: number) => expect.poll(() => pace.isDue('a'), { timeout: ms, interval: 20 });

test('it is due at first, and again when something new was stored', async () => {
  const world = { revision: 1 };
  const pace = paceOver(world);
  expect(pace.isDue('a')).toBe(true);
  expect(await pace.run('a', async () => 'checked')).toBe('checked');
  world.revision = 2;
  expect(pace.isDue('a'), 'the store has time for others first').toBe(false);
  await isDueWithin(pace, 2_000).toBe(true);
  expect(pace.isDue('b')).toBe(true);
});

test('what comes while a check is under way is looked at by the next', async () => {
  const world = { revision: 1 };
  const pace = paceOver(world);
  await pace.run('a', async () => {
    world.revision = 2;
  });
  await isDueWithin(pace, 2_000).toBe(true);
});

test('a check that failed is due again, whatever was stored', async () => {
  const pace = paceOver({ revision: 1 });
  await expect(pace.run('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  await isDueWithin(pace, 2_000).toBe(true);
});

test('one slow check does not put off the next', async () => {
  const world = { revision: 1 };
  const pace = paceOver(world);
  await pace.run('a', () => sleep(400));
  world.revision = 2;
  await isDueWithin(pace, 1_200).toBe(true);
});

test('without anything new it is due after times that double', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const world = { revision: 1 };
    const pace = paceOver(world);
    const quietMs = async (): Promise<number> => {
      await pace.run('a', async () => undefined);
      let ms = 0;
      for (; !pace.isDue('a'); ms += 100) vi.advanceTimersByTime(100);
      return ms;
    };
    expect([await quietMs(), await quietMs(), await quietMs()]).toEqual([1_500, 2_500, 4_500]);
    world.revision = 2;
    expect(await quietMs()).toBe(1_500);
  } finally {
    vi.useRealTimers();
  }
});

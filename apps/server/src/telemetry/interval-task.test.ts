import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { IntervalTask } from './interval-task.ts';

test('a round that fails is reported and the next one is made all the same', async () => {
  const failures: unknown[] = [];
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds++;
    if (rounds === 1) throw new Error('not now');
  };
  const periodic = new IntervalTask(60_000, work, (error) => failures.push(error));
  await periodic.now();
  await periodic.now();
  await periodic.stop();
  expect(rounds).toBe(2);
  expect(failures).toEqual([new Error('not now')]);
});

test('rounds never overlap, and stopping waits for the one under way', async () => {
  let [running, max, ended] = [0, 0, 0];
  const work = async (): Promise<void> => {
    max = Math.max(max, ++running);
    await pause(30);
    running--;
    ended++;
  };
  const periodic = new IntervalTask(1, work, () => undefined);
  void periodic.now();
  await pause(10);
  const started = periodic.now();
  await periodic.stop();
  await started;
  expect([max, running, ended]).toEqual([1, 0, 1]);
});

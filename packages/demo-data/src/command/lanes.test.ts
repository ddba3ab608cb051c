import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

test('never more tasks at once than there are lanes, and all of them in the end', async () => {
  const lanes = new Lanes(3);
  let [running, max, done] = [0, 0, 0];
  for (let task = 0; task < 20; task += 1) {
    await lanes.add(async () => {
      running += 1;
      max = Math.max(max, running);
      await sleep(task % 4);
      running -= 1;
      done += 1;
    });
  }
  await lanes.drain();
  expect({ max, done, running }).toEqual({ max: 3, done: 20, running: 0 });
});

test('the first failure ends it, and what still runs is waited for', async () => {
  const lanes = new Lanes(2);
  let isOtherDone = false;
  await lanes.add(async () => {
    await sleep(20);
    isOtherDone = true;
  });
  await lanes.add(() => Promise.reject(new Error('first')));
  await expect(lanes.add(() => Promise.reject(new Error('second')))).rejects.toThrow('first');
  await expect(lanes.drain()).rejects.toThrow('first');
  expect(isOtherDone).toBe(true);
});

import { expect, test } from 'vitest';
import { Wakeup } from './wakeup.ts';

test('a call ends the sleep', async () => {
  const wakeup = new Wakeup();
  const asleep = wakeup.sleep(60_000);
  wakeup.wake();
  expect(await asleep).toBe(true);
});

test('a call before the sleep is not lost', async () => {
  const wakeup = new Wakeup();
  wakeup.wake();
  expect(wakeup.isPending).toBe(true);
  expect(await wakeup.sleep(60_000)).toBe(true);
  expect(wakeup.isPending).toBe(false);
});

test('without a call the time ends it', async () => {
  expect(await new Wakeup().sleep(1)).toBe(false);
});

test('a sleep that ends only for a reason goes on when it is called without one', async () => {
  const wakeup = new Wakeup();
  let isReason = false;
  const asleep = wakeup.sleep(60_000, () => isReason);
  wakeup.wake();
  const isStillAsleep = await Promise.race([
    asleep.then(() => false),
    new Promise((resolve) => setTimeout(resolve, 20, true)),
  ]);
  expect(isStillAsleep).toBe(true);
  isReason = true;
  wakeup.wake();
  await asleep;
});

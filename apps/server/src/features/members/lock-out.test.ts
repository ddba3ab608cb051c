import { expect, test } from 'vitest';
import { LockOut, waitAfter } from './lock-out.ts';

test('the first tries cost no wait, then it doubles, up to a quarter of an hour', () => {
  const waits = [0, 1, 4, 5, 6, 7, 14, 15, 16, 1_000].map((tries) => waitAfter(tries, 5));
  expect(waits).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 512_000, 900_000, 900_000, 900_000]);
});

test('a name waits for itself only', () => {
  const lockOut = new LockOut(2);
  lockOut.count('a', 0);
  expect(lockOut.waitMs('a', 0)).toBe(0);
  lockOut.count('a', 0);
  expect(lockOut.waitMs('a', 0)).toBe(1_000);
  expect(lockOut.waitMs('a', 400)).toBe(600);
  expect(lockOut.waitMs('a', 1_000)).toBe(0);
  expect(lockOut.waitMs('b', 0)).toBe(0);
});

test('waiting is not forgiving: the next wrong try costs twice as much', () => {
  const lockOut = new LockOut(1);
  lockOut.count('a', 0);
  lockOut.count('a', 1_000);
  expect(lockOut.waitMs('a', 1_000)).toBe(2_000);
});

test('the wait begins when the wrong try is answered', () => {
  const lockOut = new LockOut(1);
  lockOut.count('a', 0);
  lockOut.confirm('a', 700);
  expect(lockOut.waitMs('a', 1_000)).toBe(700);
});

test('tries are forgotten an hour after the last, and at once when one was right', () => {
  const lockOut = new LockOut(1);
  lockOut.count('a', 0);
  lockOut.count('a', 1_000);
  expect(lockOut.waitMs('a', 3_601_000)).toBe(0);
  lockOut.count('a', 3_601_000);
  expect(lockOut.waitMs('a', 3_601_000)).toBe(1_000);
  lockOut.forgive('a');
  expect(lockOut.waitMs('a', 3_601_000)).toBe(0);
});

test('a try that is taken back does not count', () => {
  const lockOut = new LockOut(1);
  lockOut.count('a', 0);
  lockOut.takeBack('a');
  expect(lockOut.waitMs('a', 0)).toBe(0);
});

test('names beyond the bound push out the longest untouched', () => {
  const lockOut = new LockOut(1, 2);
  for (const name of ['a', 'b', 'a', 'c']) lockOut.count(name, 0);
  expect(['a', 'b', 'c'].map((name) => lockOut.waitMs(name, 0) > 0)).toEqual([true, false, true]);
});

test('names whose tries were taken back push out nobody', () => {
  const lockOut = new LockOut(1, 2);
  lockOut.count('a', 0);
  for (const name of ['b', 'c', 'd']) {
    lockOut.count(name, 0);
    lockOut.takeBack(name);
  }
  expect(lockOut.waitMs('a', 0)).toBe(1_000);
});

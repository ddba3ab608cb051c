import { expect, test } from 'vitest';
import { expectInTime } from './expect-in-time.ts';

const after = (delays: readonly number[]) => {
  let at = 0;
  return expectInTime(100, async () => {
    at += 1;
    return delays[(at - 1) % delays.length] ?? 0;
  });
};

test('three in a row are in time, also after some that were not', async () => {
  await after([10, 20, 99]);
  await after([100, 10, 200, 10, 10, 10]);
});

test('what is late every time, or every third time, is late', async () => {
  await expect(after([100])).rejects.toThrow('Less than 100 ms were expected: 100, 100, 100, 100');
  await expect(after([10, 10, 150])).rejects.toThrow('10, 10, 150, 10, 10, 150, 10, 10, 150, 10, 10, 150');
});

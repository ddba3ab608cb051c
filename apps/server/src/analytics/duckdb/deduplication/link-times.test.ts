import { expect, test } from 'vitest';
import { LinkTimes } from './link-times.ts';

const mixed = (n: number): number => Math.imul(n ^ (n >>> 15), 0x2c1b3c6d) >>> 0;

test('a link is known from its earliest moment on', () => {
  const times = new LinkTimes(2 ** 20);
  times.add(1, 2, 500);
  times.add(1, 2, 900);
  times.add(1, 2, 300);
  expect([200, 300, 400].map((atMs) => times.isKnown(1, 2, atMs))).toEqual([false, true, true]);
  expect(times.isKnown(1, 3, 900)).toBe(false);
});

test('it knows every link while it has the memory', () => {
  const times = new LinkTimes(2 ** 24);
  for (let n = 0; n < 200_000; n++) times.add(mixed(n), n, n);
  for (let n = 0; n < 200_000; n++) if (!times.isKnown(mixed(n), n, n)) throw new Error(`link ${n} is not known`);
});

test('with more links than memory it forgets some, knows the newest, and is never wrong about others', () => {
  const times = new LinkTimes(2 ** 16);
  for (let n = 0; n < 200_000; n++) times.add(mixed(n), n, n);
  const known = Array.from({ length: 200_000 }, (_, n) => n).filter((n) => times.isKnown(mixed(n), n, n));
  expect(known.length).toBeGreaterThan(2_000);
  expect(known.length).toBeLessThanOrEqual(2 ** 16 / 16);
  expect(times.isKnown(mixed(199_999), 199_999, 199_999)).toBe(true);
  expect(times.isKnown(mixed(300_000), 300_000, 300_000)).toBe(false);
});

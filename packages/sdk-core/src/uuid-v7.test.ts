import { expect, test } from 'vitest';
import { seededRandom } from './testing/index.ts';
import { uuidV7 } from './uuid-v7.ts';

test('an id is a UUID of version 7 that begins with its time', () => {
  const atMs = Date.parse('2026-03-01T12:00:00.123Z');
  const id = uuidV7({ now: () => atMs, random: seededRandom(3) });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(atMs);
});

test('ids of one millisecond differ, and random numbers at their bounds keep the form', () => {
  const random = seededRandom(4);
  expect(new Set(Array.from({ length: 10_000 }, () => uuidV7({ now: () => 0, random }))).size).toBe(10_000);
  for (const value of [0, 1 - 2 ** -53])
    expect(uuidV7({ now: () => 1, random: () => value })).toMatch(/^[0-9a-f-]{36}$/);
});

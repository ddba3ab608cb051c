import { expect, test } from 'vitest';
import { bestAttempt } from './best-attempt.ts';
import { findAttempt } from './find-attempt.ts';
import { PersonRows } from './person-rows.ts';

const rules = { order: 'ordered', steps: 3, windowMs: 10, exclusions: [{ fromStep: 0, toStep: 2 }] } as const;

test.each([
  [6, 1],
  [10, 1],
  [11, 2],
])('an attempt that did not come to the end is open until its window is over: excluded at %i', (atMs, length) => {
  const moments = [
    { atMs: 0, done: 1 },
    { atMs: 5, done: 2 },
    { atMs, done: 8 },
  ];
  expect(findAttempt(rules, moments)?.times).toHaveLength(length);
});

test.each([
  [0, 3],
  [3, 0],
])('of two values that end together, the one that began later counts: %i and %i', (first, second) => {
  const rows = new PersonRows(0);
  for (const [hold, startMs] of [first, second].entries()) {
    rows.add(startMs, 1, hold, 0);
    rows.add(5, 2, hold, 0);
  }
  const found = bestAttempt({ ...rules, exclusions: [] }, rows);
  expect([found?.times, found?.reached[1]]).toEqual([[3, 5], { atMs: 5, tookMs: 2 }]);
});

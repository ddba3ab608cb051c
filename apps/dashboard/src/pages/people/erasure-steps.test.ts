import { expect, test } from 'vitest';
import { erasureSteps } from './erasure-steps.ts';

const states = (status: 'queued' | 'running' | 'done' | 'failed', counts: Record<string, number>) =>
  erasureSteps({ status, counts }).map(({ state }) => state);

test('each step is done when the job says so', () => {
  expect(states('queued', {})).toEqual(['now', 'later', 'later']);
  expect(states('running', { users: 1, devices: 2 })).toEqual(['done', 'now', 'later']);
  expect(states('running', { users: 1, events: 0 })).toEqual(['done', 'done', 'now']);
  expect(states('done', { users: 1, events: 12 })).toEqual(['done', 'done', 'done']);
});

test('a job that failed says at which step', () => {
  expect(states('failed', { users: 1 })).toEqual(['done', 'failed', 'later']);
});

import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { afterAttempt, retryDelayMs } from './after-attempt.ts';

const healthy = { status: 'active', failingSinceMs: null, givenUp: 0 } as const;
const delivery = { attempts: 0, createdAtMs: 0 };
const behind = { hasMorePending: true, jitter: 0.5 };
const alone = { hasMorePending: false, jitter: 0.5 };
const failed = (atMs: number) => ({ isDelivered: false, atMs });

test('retries wait twice as long each time, an hour at most, a fifth more or less', () => {
  expect([1, 2, 3, 4, 10, 11, 40].map((attempts) => retryDelayMs(attempts, 0.5))).toEqual([
    5_000,
    10_000,
    20_000,
    40_000,
    2_560_000,
    HOUR_MS,
    HOUR_MS,
  ]);
  expect([retryDelayMs(1, 0), retryDelayMs(1, 1)]).toEqual([4_000, 6_000]);
});

test('a success ends a run of failures', () => {
  const endpoint = { status: 'active', failingSinceMs: 5, givenUp: 1 } as const;
  expect(afterAttempt(endpoint, delivery, { isDelivered: true, atMs: 9 }, behind)).toEqual({
    state: 'delivered',
    status: 'active',
    retryAtMs: 9,
    failingSinceMs: null,
    givenUp: 0,
  });
});

test('a first failure begins one', () => {
  expect(afterAttempt(healthy, delivery, failed(1_000), behind)).toEqual({
    state: 'pending',
    status: 'active',
    retryAtMs: 6_000,
    failingSinceMs: 1_000,
    givenUp: 0,
  });
});

test('a delivery is tried about thirty times in a day, then given up, and the next has its turn at once', () => {
  let now = 0;
  let standing = afterAttempt(healthy, delivery, failed(now), behind);
  let attempts = 1;
  while (standing.state === 'pending') {
    now = standing.retryAtMs;
    standing = afterAttempt(standing, { attempts, createdAtMs: 0 }, failed(now), behind);
    attempts += 1;
  }
  expect(now).toBeGreaterThanOrEqual(DAY_MS);
  expect(now).toBeLessThan(DAY_MS + HOUR_MS);
  expect(attempts).toBeGreaterThan(25);
  expect(attempts).toBeLessThan(40);
  expect(standing).toMatchObject({ state: 'failed', status: 'active', retryAtMs: now, givenUp: 1 });
  const next = { attempts: 0, createdAtMs: now - 60_000 };
  expect(afterAttempt(standing, next, { isDelivered: true, atMs: now }, behind).failingSinceMs).toBeNull();
  expect(afterAttempt(standing, next, failed(now), behind)).toMatchObject({ state: 'pending', status: 'paused' });
});

test('the only delivery that fails for a day pauses the endpoint; a disabled one stays disabled', () => {
  const failing = { ...healthy, failingSinceMs: 0, givenUp: 0 };
  expect(afterAttempt(failing, delivery, failed(DAY_MS), alone)).toMatchObject({ state: 'failed', status: 'paused' });
  const disabled = { ...failing, status: 'disabled' } as const;
  expect(afterAttempt(disabled, delivery, failed(DAY_MS), alone).status).toBe('disabled');
});

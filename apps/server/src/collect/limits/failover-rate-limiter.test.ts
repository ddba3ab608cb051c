import { expect, test } from 'vitest';
import { FailoverRateLimiter } from './failover-rate-limiter.ts';
import { type CountedWindow, MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { LimitWindow } from './rate-limiter.ts';
import { type SharedLimiter, SharedLimiterUnavailable } from './shared-limiter.ts';

const minute: LimitWindow = { name: 'events', limit: 100, windowSeconds: 60 };

/** An engine that can be switched off, and others who spend from it. */
function engine() {
  const counts = new MemoryRateLimiter();
  const state = {
    fault: undefined as Error | undefined,
    asked: 0,
    settled: [] as (readonly CountedWindow[])[],
    lose: (_: SharedLimiterUnavailable): void => undefined,
  };
  const ask = async <T>(answer: () => T | Promise<T>): Promise<T> => {
    state.asked += 1;
    if (state.fault !== undefined) throw state.fault;
    return await answer();
  };
  const shared: SharedLimiter = {
    spend: (...args) => ask(() => counts.spend(...args)),
    look: (...args) => ask(() => counts.look(...args)),
    settle: (windows) => ask(() => void state.settled.push(windows)),
    onLost: (listener) => {
      state.lose = listener;
    },
  };
  return { shared, counts, state };
}

async function limiterOf({ shared }: ReturnType<typeof engine>) {
  const told: string[] = [];
  const limiter = new FailoverRateLimiter(shared, new MemoryRateLimiter(), {
    onShared: () => told.push('shared'),
    onOutage: (kind, reason) => told.push(`${kind}: ${reason}`),
  });
  await limiter.start();
  return { limiter, told };
}

const down = () => new SharedLimiterUnavailable('unreachable', 'Redis cannot be reached');
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('an outage goes on from what was used, and asks the engine once, not for every request', async () => {
  const redis = engine();
  const { limiter, told } = await limiterOf(redis);
  await redis.counts.spend('p', [minute], 50);
  expect((await limiter.spend('p', [minute], 20)).states[0]).toMatchObject({ used: 70 });
  redis.state.fault = down();
  redis.state.asked = 0;
  expect((await limiter.spend('p', [minute], 20)).states[0]).toMatchObject({ used: 90 });
  expect((await limiter.spend('p', [minute], 10)).isAllowed).toBe(true);
  expect((await limiter.spend('p', [minute], 1)).isAllowed).toBe(false);
  expect((await limiter.look('p', [minute]))[0]).toMatchObject({ used: 100 });
  expect(redis.state.asked).toBe(1);
  expect(told).toEqual(['shared', 'unreachable: Redis cannot be reached']);
  expect(limiter.outage).toBe('Redis cannot be reached');
  limiter.close();
});

test('it comes back by itself, and tells what was spent meanwhile', async () => {
  const redis = engine();
  const { limiter, told } = await limiterOf(redis);
  await limiter.spend('p', [minute], 20);
  redis.state.fault = down();
  await limiter.spend('p', [minute], 7);
  redis.state.fault = undefined;
  redis.state.settled = [];
  await until(() => limiter.outage === undefined);
  expect(redis.state.settled[0]).toMatchObject([{ projectId: 'p', name: 'events', used: 27, unshared: 7 }]);
  expect((await limiter.spend('p', [minute], 1)).states[0]).toMatchObject({ used: 21 });
  expect(told).toEqual(['shared', 'unreachable: Redis cannot be reached', 'shared']);
  limiter.close();
});

test('requests that were under way together make one outage', async () => {
  const redis = engine();
  const { limiter, told } = await limiterOf(redis);
  redis.state.fault = down();
  const decisions = await Promise.all(Array.from({ length: 150 }, () => limiter.spend('p', [minute], 1)));
  expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
  expect(told).toHaveLength(2);
  limiter.close();
});

test('a reason that changes is shown and not told again', async () => {
  const redis = engine();
  const { limiter, told } = await limiterOf(redis);
  redis.state.fault = down();
  await limiter.spend('p', [minute], 1);
  redis.state.fault = new SharedLimiterUnavailable('refused', 'Redis rejected the request: LOADING');
  await until(() => limiter.outage === 'Redis rejected the request: LOADING');
  expect(told).toHaveLength(2);
  limiter.close();
});

test('a defect of the adapter is an outage too: a request is decided whatever happens', async () => {
  const redis = engine();
  const { limiter, told } = await limiterOf(redis);
  redis.state.fault = new TypeError('undefined is not a function');
  expect((await limiter.spend('p', [minute], 100)).isAllowed).toBe(true);
  expect((await limiter.spend('p', [minute], 1)).isAllowed).toBe(false);
  expect(told[1]).toBe('refused: undefined is not a function');
  limiter.close();
});

test('an engine that is down at the start is no reason not to start', async () => {
  const redis = engine();
  redis.state.fault = down();
  const { limiter, told } = await limiterOf(redis);
  expect((await limiter.spend('p', [minute], 100)).isAllowed).toBe(true);
  expect((await limiter.spend('p', [minute], 1)).isAllowed).toBe(false);
  redis.state.fault = undefined;
  await until(() => limiter.outage === undefined);
  expect(told).toEqual(['unreachable: Redis cannot be reached', 'shared']);
  limiter.close();
});

test('an engine that is lost while nobody asks is noticed', async () => {
  const redis = engine();
  const { limiter, told } = await limiterOf(redis);
  redis.state.fault = down();
  redis.state.lose(down());
  expect(limiter.outage).toBe('Redis cannot be reached');
  expect(told).toHaveLength(2);
  limiter.close();
});

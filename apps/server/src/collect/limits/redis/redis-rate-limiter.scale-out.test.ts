import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RedisConnection } from '../../../engines/redis/redis-connection.ts';
import { FailoverRateLimiter } from '../failover-rate-limiter.ts';
import { MemoryRateLimiter } from '../memory-rate-limiter.ts';
import { rateLimiterContract } from '../rate-limiter.contract.ts';
import type { LimitWindow } from '../rate-limiter.ts';
import { limitScripts } from './limit-scripts.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';

/** Of the Redis that all tests share; this file has a database of its own. */
const url = `${process.env.LP_TEST_REDIS_URL?.replace(/\/0$/, '')}/1`;

interface Edge {
  readonly limiter: FailoverRateLimiter;
  readonly redis: RedisRateLimiter;
  /** What its log would say. */
  readonly told: readonly string[];
}

let client: Redis;
let closing: (() => void)[] = [];
beforeAll(() => {
  client = new Redis(url, { protocol: 2 });
});
afterAll(() => client.disconnect());
afterEach(async () => {
  for (const close of closing) close();
  closing = [];
  await client.flushdb();
});

/** Limits as one server has them, without the server. */
async function edge(): Promise<Edge> {
  const connection = await RedisConnection.open(url, limitScripts);
  // Not about time: a machine that is busy with other tests may take long.
  const redis = new RedisRateLimiter(connection, { timeoutMs: 5_000 });
  const told: string[] = [];
  const limiter = new FailoverRateLimiter(redis, new MemoryRateLimiter(), {
    onShared: () => told.push('shared'),
    onOutage: (kind, reason) => told.push(`${kind}: ${reason}`),
  });
  await limiter.start();
  closing.push(() => {
    limiter.close();
    connection.close();
  });
  return { limiter, redis, told };
}

/** As if that much time had gone by: windows are keys that end. */
async function pass(seconds: number): Promise<void> {
  for (const key of await client.keys('*')) {
    await client.pexpire(key, Math.max(0, (await client.pttl(key)) - seconds * 1000));
  }
}

const minute: LimitWindow = { name: 'events', limit: 1_000, windowSeconds: 60 };
const day: LimitWindow = { name: 'events-day', limit: 100_000, windowSeconds: 86_400 };

describe('RedisRateLimiter', () => {
  rateLimiterContract(async () => ({ limiter: (await edge()).redis, pass }));
});

describe('FailoverRateLimiter over Redis', () => {
  rateLimiterContract(async () => ({ limiter: (await edge()).limiter, pass }));
});

test('two edges together let through the limit, and not one more', async () => {
  const both = [await edge(), await edge()];
  const spent = await Promise.all(
    both.map(async ({ limiter }) => {
      let allowed = 0;
      for (let turn = 0; turn < 40; turn += 1) {
        const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.spend('p', [minute, day], 3)));
        allowed += 3 * decisions.filter(({ isAllowed }) => isAllowed).length;
      }
      return allowed;
    }),
  );
  expect(spent[0]).toBeGreaterThan(0);
  expect(spent[1]).toBeGreaterThan(0);
  expect((spent[0] ?? 0) + (spent[1] ?? 0)).toBe(999);
  expect(await client.get('lamppost:limit:p:events')).toBe('999');
  expect(both.flatMap(({ told }) => told)).toEqual(['shared', 'shared']);
});

test('every key begins with lamppost: and ends with its window', async () => {
  const { limiter } = await edge();
  await limiter.spend('p', [minute, day], 3);
  expect((await client.keys('*')).sort()).toEqual(['lamppost:limit:p:events', 'lamppost:limit:p:events-day']);
  expect(await client.pttl('lamppost:limit:p:events')).toBeGreaterThan(59_000);
  expect(await client.pttl('lamppost:limit:p:events')).toBeLessThanOrEqual(60_000);
  expect(await client.pttl('lamppost:limit:p:events-day')).toBeLessThanOrEqual(86_400_000);
});

test('a key that does not end is a window that begins: nothing is refused for ever', async () => {
  const { limiter } = await edge();
  await client.set('lamppost:limit:p:events', '1000');
  expect((await limiter.spend('p', [minute], 1)).isAllowed).toBe(true);
  expect(await client.pttl('lamppost:limit:p:events')).toBeGreaterThan(0);
});

test('an edge whose clock is wrong counts in the same windows', async () => {
  const [right, wrong] = [await edge(), await edge()];
  await right.limiter.spend('p', [minute], 1_000);
  const real = { now: Date.now, performanceNow: performance.now };
  try {
    Date.now = () => real.now.call(Date) + 86_400_000;
    performance.now = () => real.performanceNow.call(performance) + 86_400_000;
    expect((await wrong.limiter.spend('p', [minute], 1)).isAllowed).toBe(false);
  } finally {
    Date.now = real.now;
    performance.now = real.performanceNow;
  }
});

test('all that is asked in one turn is one call', async () => {
  const { limiter } = await edge();
  await limiter.spend('p', [minute], 1);
  await client.config('RESETSTAT');
  await Promise.all(Array.from({ length: 150 }, (_, at) => limiter.spend(`p${at % 7}`, [minute, day], 1)));
  const stats = await client.info('commandstats');
  expect(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]).toBe('1');
});

test('scripts that were flushed are sent again, and nobody notices', async () => {
  const { limiter, told } = await edge();
  await limiter.spend('p', [minute], 1);
  await client.script('FLUSH');
  expect((await limiter.spend('p', [minute], 1)).states[0]).toMatchObject({ used: 2 });
  expect(told).toEqual(['shared']);
});

test('large counts keep every digit', async () => {
  const large: LimitWindow = { name: 'events-day', limit: 1_000_000_000_000, windowSeconds: 86_400 };
  const { limiter, redis: counts } = await edge();
  await limiter.spend('p', [large], 999_999_999_998);
  expect((await limiter.spend('p', [large], 1)).states[0]?.used).toBe(999_999_999_999);
  const [state] = await limiter.look('p', [large]);
  await counts.settle([{ projectId: 'p', name: 'events-day', used: 1, unshared: 1, leftMs: 5 }]);
  expect((await limiter.look('p', [large]))[0]?.used).toBe((state?.used ?? 0) + 1);
});

describe('settling', () => {
  const window = { projectId: 'p', name: 'events', leftMs: 30_000 } as const;
  const used = async ({ limiter }: Edge) => (await limiter.look('p', [minute]))[0];

  test('a window that Redis has lost begins again with all that was used, and ends when it would have', async () => {
    const one = await edge();
    await one.redis.settle([{ ...window, used: 500, unshared: 20 }]);
    expect(await used(one)).toMatchObject({ used: 500, resetsInSeconds: 30 });
  });

  test('of a window that it still has, only what was spent alone is added', async () => {
    const one = await edge();
    await one.redis.spend('p', [minute], 600);
    await pass(30);
    await one.redis.settle([{ ...window, used: 500, unshared: 20 }]);
    expect(await used(one)).toMatchObject({ used: 620, resetsInSeconds: 30 });
  });

  test('of a window that it has of an earlier moment, what was seen counts', async () => {
    const one = await edge();
    await one.redis.spend('p', [minute], 100);
    await pass(30);
    await one.redis.settle([{ ...window, used: 500, unshared: 20 }]);
    expect(await used(one)).toMatchObject({ used: 500 });
  });

  test('what was seen of another window does not count', async () => {
    const one = await edge();
    await one.redis.spend('p', [minute], 100);
    await one.redis.settle([{ ...window, used: 500, unshared: 20 }]);
    expect(await used(one)).toMatchObject({ used: 120, resetsInSeconds: 60 });
  });
});

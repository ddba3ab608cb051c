import { describe, expect, test } from 'vitest';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import { rateLimiterContract } from './rate-limiter.contract.ts';

describe('MemoryRateLimiter', () => {
  rateLimiterContract(() => {
    let nowMs = 5_000;
    return {
      limiter: new MemoryRateLimiter(() => nowMs),
      pass: (seconds) => {
        nowMs += seconds * 1000;
      },
    };
  });
});

test('a minute that begins at any fraction of a millisecond ends in 60 seconds', async () => {
  const minute = { name: 'events', limit: 100, windowSeconds: 60 } as const;
  for (let at = 0; at < 200; at += 1) {
    const limiter = new MemoryRateLimiter(() => 262_000.1 + at * 777.77);
    expect((await limiter.spend('p', [minute], 1)).states[0]?.resetsInSeconds).toBe(60);
  }
});

describe('going on with counts of others', () => {
  const day = { name: 'events-day', limit: 100, windowSeconds: 86_400 } as const;

  test('a window that was counted before goes on, and ends when it would have', async () => {
    let nowMs = 0;
    const limiter = new MemoryRateLimiter(() => nowMs);
    limiter.restore({ projectId: 'p', name: 'events-day', used: 90, leftMs: 5_000 });
    expect(await limiter.spend('p', [day], 11)).toMatchObject({ isAllowed: false, retryAfterSeconds: 5 });
    expect((await limiter.spend('p', [day], 10)).isAllowed).toBe(true);
    nowMs += 5_000;
    expect((await limiter.spend('p', [day], 100)).isAllowed).toBe(true);
  });

  test('what was spent before a window is restored is added to it', async () => {
    const limiter = new MemoryRateLimiter(() => 0);
    await limiter.spend('p', [day], 5);
    limiter.restore({ projectId: 'p', name: 'events-day', used: 90, leftMs: 5_000 });
    expect((await limiter.look('p', [day]))[0]).toMatchObject({ used: 95, resetsInSeconds: 5 });
  });

  test('it follows what another limiter has decided, and tells what it has spent itself', async () => {
    const limiter = new MemoryRateLimiter(() => 0);
    limiter.follow('p', [{ ...day, used: 40, resetsInSeconds: 100 }]);
    await limiter.spend('p', [day], 7);
    const [counted] = limiter.counted();
    expect(counted).toEqual({ projectId: 'p', name: 'events-day', used: 47, unshared: 7, leftMs: 100_000 });
    limiter.noteShared(limiter.counted());
    expect(limiter.counted()[0]).toMatchObject({ used: 47, unshared: 0 });
  });
});

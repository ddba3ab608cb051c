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

import { describe } from 'vitest';
import { rateLimiterContract } from './rate-limiter.contract.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

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

import { describe } from 'vitest';
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

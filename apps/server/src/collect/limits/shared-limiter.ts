import type { CountedWindow } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';

export type OutageKind = 'unreachable' | 'slow' | 'refused';

/** No decision came in time. Whether something was spent is not known. */
export class SharedLimiterUnavailable extends Error {
  override readonly name = 'SharedLimiterUnavailable';
  readonly kind: OutageKind;

  constructor(kind: OutageKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * A limiter that several processes spend from.
 *
 * Every adapter keeps these promises beside those of RateLimiter:
 * - it rejects with SharedLimiterUnavailable when it cannot decide, and never keeps a caller longer than its time-out;
 * - what several processes spend together does not exceed a limit;
 * - it tells when it can no longer be used, as far as it notices without being asked;
 * - settle adds what a process has spent by itself, and brings windows back that the engine has lost.
 */
export interface SharedLimiter extends RateLimiter {
  settle(windows: readonly CountedWindow[]): Promise<void>;
  onLost(listener: (error: SharedLimiterUnavailable) => void): void;
}

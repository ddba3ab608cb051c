import type { Soon } from '../../engines/soon.ts';
import type { CountedWindow, MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { LimitDecision, LimitState, LimitWindow, RateLimiter } from './rate-limiter.ts';
import { type OutageKind, type SharedLimiter, SharedLimiterUnavailable } from './shared-limiter.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;
/** An engine that stays usable for this long has earned a quick first retry again. */
const CALM_MS = 10_000;

export interface FailoverOptions {
  /** Limits are shared from now on. */
  readonly onShared: () => void;
  /** This process counts by itself from now on. */
  readonly onOutage: (kind: OutageKind, reason: string) => void;
}

/**
 * Decides by the shared limiter, and by the one in this process while that cannot be used.
 *
 * The one in this process follows every shared decision, so an outage goes on from what was used, and nothing begins
 * anew. One failed call is enough to stop asking: requests do not wait for an engine that is down. It is tried again
 * beside the requests, at most a second apart, with a call that also tells it what was spent meanwhile.
 */
export class FailoverRateLimiter implements RateLimiter {
  readonly #shared: SharedLimiter;
  readonly #memory: MemoryRateLimiter;
  readonly #options: FailoverOptions;
  #outage: string | undefined = 'they are not shared yet';
  #retryMs = FIRST_RETRY_MS;
  #sharedSinceMs = 0;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(shared: SharedLimiter, memory: MemoryRateLimiter, options: FailoverOptions) {
    this.#shared = shared;
    this.#memory = memory;
    this.#options = options;
    shared.onLost((error) => this.#fallBack(error));
  }

  /** Why this process counts by itself; undefined while limits are shared. */
  get outage(): string | undefined {
    return this.#outage;
  }

  /** Asks for the first time. Resolves whether or not limits are shared then. */
  async start(): Promise<void> {
    this.#outage = undefined;
    await this.#tryAgain();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  spend(projectId: string, windows: readonly LimitWindow[], cost: number): Soon<LimitDecision> {
    return this.#outage === undefined
      ? this.#spendShared(projectId, windows, cost)
      : this.#memory.spend(projectId, windows, cost);
  }

  async #spendShared(projectId: string, windows: readonly LimitWindow[], cost: number): Promise<LimitDecision> {
    try {
      const decision = await this.#shared.spend(projectId, windows, cost);
      this.#memory.follow(projectId, decision.states);
      return decision;
    } catch (error) {
      this.#fallBack(error);
      // The call may have been counted after all, and is counted once more: better a few too many than too few.
      return this.#memory.spend(projectId, windows, cost);
    }
  }

  async look(projectId: string, windows: readonly LimitWindow[]): Promise<readonly LimitState[]> {
    if (this.#outage !== undefined) return this.#memory.look(projectId, windows);
    try {
      return await this.#shared.look(projectId, windows);
    } catch (error) {
      this.#fallBack(error);
      return this.#memory.look(projectId, windows);
    }
  }

  #fallBack(error: unknown): void {
    // Of the calls that were under way, the first to fail has said so.
    if (this.#outage !== undefined || this.#isClosed) return;
    if (performance.now() - this.#sharedSinceMs > CALM_MS) this.#retryMs = FIRST_RETRY_MS;
    this.#noteOutage(error);
    this.#retrySoon();
  }

  /** Told once; what is learnt of it later can be looked up. */
  #noteOutage(error: unknown): void {
    const { kind, message } = unavailable(error);
    const isNew = this.#outage === undefined;
    this.#outage = message;
    if (isNew) this.#options.onOutage(kind, message);
  }

  #retrySoon(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.#tryAgain(), this.#retryMs).unref();
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#settle(this.#memory.counted());
    } catch (error) {
      this.#noteOutage(error);
      this.#retrySoon();
      return;
    }
    this.#outage = undefined;
    this.#sharedSinceMs = performance.now();
    this.#options.onShared();
    await this.#settleLeftovers();
  }

  /** What was spent here while the shared limiter was told of everything else. */
  async #settleLeftovers(): Promise<void> {
    const leftovers = this.#memory.counted().filter(({ unshared }) => unshared > 0);
    try {
      await this.#settle(leftovers);
    } catch (error) {
      this.#fallBack(error);
    }
  }

  async #settle(windows: readonly CountedWindow[]): Promise<void> {
    await this.#shared.settle(windows);
    this.#memory.noteShared(windows);
  }
}

/** Whatever it was, a request is decided all the same. */
const unavailable = (error: unknown): SharedLimiterUnavailable =>
  error instanceof SharedLimiterUnavailable
    ? error
    : new SharedLimiterUnavailable('refused', error instanceof Error ? error.message : String(error), { cause: error });

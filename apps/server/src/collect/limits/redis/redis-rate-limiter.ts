import { RedisRefused, RedisUnreachable } from '../../../engines/redis/redis-connection.ts';
import { limitDecision, limitState, type WindowCount } from '../limit-decision.ts';
import type { CountedWindow } from '../memory-rate-limiter.ts';
import type { LimitDecision, LimitName, LimitState, LimitWindow } from '../rate-limiter.ts';
import { type SharedLimiter, SharedLimiterUnavailable } from '../shared-limiter.ts';
import type { LimitScript } from './limit-scripts.ts';
import { withinTime } from './within-time.ts';

/** What is asked of the connection. */
export interface RedisLimits {
  run(script: LimitScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  version(): Promise<string | undefined>;
  onLost(listener: (error: RedisUnreachable) => void): void;
}

export interface RedisRateLimiterOptions {
  readonly timeoutMs: number;
  readonly onAnswer?: (durationMs: number) => void;
}

/** Scripts may read before they write since this one. */
const MIN_VERSION = 5;
/** A script holds Redis up for everybody while it runs. */
const MAX_CALLS_PER_SCRIPT = 200;

interface Call {
  readonly projectId: string;
  readonly windows: readonly LimitWindow[];
  readonly cost: number;
  readonly resolve: (answer: CallAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface CallAnswer {
  readonly isAllowed: boolean;
  readonly counts: readonly WindowCount[];
}

/**
 * Counts in Redis, for all who use the same one. Everything that is asked in one turn of the event loop is one script
 * and one round trip, so the busier the server is, the less of one a request costs.
 */
export class RedisRateLimiter implements SharedLimiter {
  readonly #redis: RedisLimits;
  readonly #options: RedisRateLimiterOptions;
  #calls: Call[] = [];

  constructor(redis: RedisLimits, options: RedisRateLimiterOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  async spend(projectId: string, windows: readonly LimitWindow[], cost: number): Promise<LimitDecision> {
    const { isAllowed, counts } = await this.#call(projectId, windows, cost);
    return limitDecision(isAllowed, windows, counts, cost);
  }

  async look(projectId: string, windows: readonly LimitWindow[]): Promise<readonly LimitState[]> {
    const { counts } = await this.#call(projectId, windows, 0);
    return windows.map((window, at) => limitState(window, counts[at] as WindowCount));
  }

  async settle(windows: readonly CountedWindow[]): Promise<void> {
    await this.#requireVersion();
    // Also when there is nothing to tell: that it answers is what is asked.
    for (let at = 0; at === 0 || at < windows.length; at += MAX_CALLS_PER_SCRIPT) {
      const some = windows.slice(at, at + MAX_CALLS_PER_SCRIPT);
      await this.#run(
        'settle',
        [PROBE_KEY, ...some.map(({ projectId, name }) => keyOf(projectId, name))],
        some.flatMap(({ used, unshared, leftMs }) => [used - unshared, unshared, Math.ceil(leftMs)]),
      );
    }
  }

  onLost(listener: (error: SharedLimiterUnavailable) => void): void {
    this.#redis.onLost((error) => listener(unreachable(error)));
  }

  async #requireVersion(): Promise<void> {
    const version = await this.#inTime(this.#redis.version());
    if (version !== undefined && Number.parseInt(version, 10) < MIN_VERSION)
      throw new SharedLimiterUnavailable('refused', `Redis ${version} is too old: ${MIN_VERSION}.0 or newer is needed`);
  }

  #call(projectId: string, windows: readonly LimitWindow[], cost: number): Promise<CallAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#calls.length === 0) setImmediate(() => this.#flush());
      this.#calls.push({ projectId, windows, cost, resolve, reject });
    });
  }

  #flush(): void {
    const calls = this.#calls;
    this.#calls = [];
    for (let at = 0; at < calls.length; at += MAX_CALLS_PER_SCRIPT)
      void this.#decide(calls.slice(at, at + MAX_CALLS_PER_SCRIPT));
  }

  async #decide(calls: readonly Call[]): Promise<void> {
    const keys = calls.flatMap(({ projectId, windows }) => windows.map(({ name }) => keyOf(projectId, name)));
    const args = calls.flatMap(({ windows, cost }) => [
      windows.length,
      cost,
      ...windows.flatMap(({ limit, windowSeconds }) => [limit, windowSeconds * 1000]),
    ]);
    try {
      const answers = readAnswers(await this.#run('spend', keys, args), calls);
      for (const [at, { resolve }] of calls.entries()) resolve(answers[at] as CallAnswer);
    } catch (error) {
      for (const { reject } of calls) reject(error as Error);
    }
  }

  async #run(script: LimitScript, keys: readonly string[], args: readonly number[]): Promise<unknown> {
    const startedAtMs = performance.now();
    const answer = await this.#inTime(this.#redis.run(script, keys, args));
    this.#options.onAnswer?.(performance.now() - startedAtMs);
    return answer;
  }

  async #inTime<T>(answer: Promise<T>): Promise<T> {
    const { timeoutMs } = this.#options;
    try {
      const late = () => new SharedLimiterUnavailable('slow', `Redis did not respond within ${timeoutMs} ms`);
      return await withinTime(answer, timeoutMs, late);
    } catch (error) {
      if (error instanceof RedisUnreachable) throw unreachable(error);
      if (error instanceof RedisRefused)
        throw new SharedLimiterUnavailable('refused', `Redis rejected the request: ${error.message}`, { cause: error });
      throw error;
    }
  }
}

const unreachable = (cause: RedisUnreachable): SharedLimiterUnavailable =>
  new SharedLimiterUnavailable('unreachable', `Redis cannot be reached: ${cause.message}`, { cause });

const PROBE_KEY = 'lamppost:limit:probe';

const keyOf = (projectId: string, name: LimitName): string => `lamppost:limit:${projectId}:${name}`;

/** In the order of the calls. */
function readAnswers(answer: unknown, calls: readonly Call[]): CallAnswer[] {
  const numbers = answer as readonly number[];
  const expected = calls.reduce((sum, { windows }) => sum + 1 + 2 * windows.length, 0);
  if (!Array.isArray(answer) || answer.length !== expected || !answer.every(Number.isSafeInteger))
    throw new SharedLimiterUnavailable('refused', 'Redis returned an unexpected response');
  let at = 0;
  return calls.map(({ windows }) => {
    const isAllowed = numbers[at++] === 1;
    const counts = windows.map(() => ({ used: numbers[at++] as number, leftMs: numbers[at++] as number }));
    return { isAllowed, counts };
  });
}

import { DAY_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import { failPoint } from '../../telemetry/fail-points.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { findChangeRegressions, findReleaseRegressions, scheduler } from './find-regressions.ts';
import { releasesSeenQuery } from './queries/releases.ts';
import type { ReleaseStore } from './release-store.ts';

export interface ReleaseWatchDeps {
  readonly store: AnalyticsStore;
  readonly releases: ReleaseStore;
  readonly changes: ChangeStore;
  /** Whether this process is the one that does it. */
  readonly isHere?: () => boolean;
  /** All there are. */
  readonly environments: () => readonly Scope[];
  readonly logger: Logger;
}

interface Seen {
  /** Rows that were received before have been looked at. */
  receivedMs: number;
  lookedAtMs?: number;
  judgedAtMs?: number;
  /** Something came since it was judged last. */
  isMoved: boolean;
}

const SWEEP_EVERY_MS = 3 * 60_000;
/** Anyone who reads wants to see what came a moment ago; many who read at once are no reason to look many times. */
const LOOK_AGAIN_MS = 1_000;
const JUDGE_AGAIN_MS = 5_000;
/** Rows are stored a little after they were received, not always in order. */
const OVERLAP_MS = 60_000;
const MAX_AT_ONCE = 200;
/** After a start; what was there before is known already, or long gone. */
const FIRST_LOOK_DAYS = 30;

/** Finds versions in data and makes releases of them, and finds those that crash more than they should. */
export class ReleaseWatch {
  readonly #deps: ReleaseWatchDeps;
  readonly #seen = new Map<string, Seen>();
  /** What is under way, by environment. */
  readonly #looking = new Map<string, Promise<void>>();
  readonly #judging = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(deps: ReleaseWatchDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sweeping ??= this.#sweep().finally(() => {
        this.#sweeping = undefined;
      });
    }, SWEEP_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
    await Promise.allSettled([...this.#looking.values(), ...this.#judging.values()]);
  }

  /** Resolves when versions that are stored now are releases; what was looked at a moment ago counts. */
  look(scope: Scope): Promise<void> {
    return once(this.#looking, scope.environmentId, () => this.#look(scope));
  }

  /** Resolves when what is stored now has been judged; what was judged a moment ago counts. */
  judge(scope: Scope): Promise<void> {
    return once(this.#judging, scope.environmentId, () => this.#judge(scope));
  }

  /** Nobody waits for it; anyone who asks again sees what was found. */
  judgeSoon(scope: Scope): void {
    void this.#judgeAndLog(scope);
  }

  async #look(scope: Scope): Promise<void> {
    const seen = this.#seenAt(scope);
    if (isRecent(seen.lookedAtMs, LOOK_AGAIN_MS)) return;
    const { store, releases } = this.#deps;
    const sinceMs = seen.receivedMs === 0 ? Date.now() - FIRST_LOOK_DAYS * DAY_MS : seen.receivedMs - OVERLAP_MS;
    const found = await store.run(releasesSeenQuery, { scope, receivedSinceMs: sinceMs, limit: MAX_AT_ONCE });
    failPoint('releases.found');
    await releases.noteSeen(scope, found, scheduler);
    for (const { lastReceivedMs } of found) {
      seen.isMoved ||= lastReceivedMs > seen.receivedMs;
      seen.receivedMs = Math.max(seen.receivedMs, lastReceivedMs);
    }
    seen.lookedAtMs = performance.now();
  }

  async #judge(scope: Scope): Promise<void> {
    await this.look(scope);
    const seen = this.#seenAt(scope);
    if (!seen.isMoved || isRecent(seen.judgedAtMs, JUDGE_AGAIN_MS)) return;
    seen.isMoved = false;
    try {
      await findReleaseRegressions(this.#deps, scope, Date.now());
      await findChangeRegressions(this.#deps, scope, Date.now());
    } catch (error) {
      seen.isMoved = true;
      throw error;
    }
    seen.judgedAtMs = performance.now();
  }

  /** One after the other: nobody waits for it. */
  async #sweep(): Promise<void> {
    if (this.#deps.isHere?.() === false) return;
    for (const scope of this.#deps.environments()) await this.#judgeAndLog(scope);
  }

  async #judgeAndLog(scope: Scope): Promise<void> {
    try {
      await this.judge(scope);
    } catch (error) {
      this.#deps.logger.warn({ err: error, ...scope }, 'Could not check releases; retrying');
    }
  }

  #seenAt({ environmentId }: Scope): Seen {
    const seen = this.#seen.get(environmentId) ?? { receivedMs: 0, isMoved: false };
    this.#seen.set(environmentId, seen);
    return seen;
  }
}

const isRecent = (atMs: number | undefined, withinMs: number): boolean =>
  atMs !== undefined && performance.now() - atMs < withinMs;

/** Anyone who comes while it is under way waits for that one, and shares its failure. */
function once(running: Map<string, Promise<void>>, key: string, work: () => Promise<void>): Promise<void> {
  const under = running.get(key);
  if (under !== undefined) return under;
  const promise = work().finally(() => running.delete(key));
  running.set(key, promise);
  return promise;
}

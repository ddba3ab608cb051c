import type { AnalyticsStore } from '../analytics/analytics-store.ts';
import type { ChangeStore } from '../control/changes/change-store.ts';
import type { ReleasePlace, ReleaseStore } from '../control/releases/release-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import { dayMs, findChangeRegressions, findReleaseRegressions, scheduler } from './find-regressions.ts';

export interface ReleaseWatchParts {
  readonly store: AnalyticsStore;
  readonly releases: ReleaseStore;
  readonly changes: ChangeStore;
  /** All there are. */
  readonly environments: () => readonly ReleasePlace[];
  readonly logger: Logger;
}

interface Seen {
  /** Rows that were received before have been looked at. */
  receivedMs: number;
  lookedAtMs: number;
  judgedAtMs: number;
  /** Something came since it was judged last. */
  isMoved: boolean;
}

const SWEEP_EVERY_MS = 3 * 60_000;
/** Whoever reads wants to see what came a moment ago; many who read at once are no reason to look many times. */
const LOOK_AGAIN_MS = 1_000;
const JUDGE_AGAIN_MS = 5_000;
/** Rows are stored a little after they were received, not always in order. */
const OVERLAP_MS = 60_000;
const MOST_AT_ONCE = 200;
/** After a start; what was there before is known already, or long gone. */
const FIRST_LOOK_DAYS = 30;

/** Finds versions in data and makes releases of them, and finds those that crash more than they should. */
export class ReleaseWatch {
  readonly #parts: ReleaseWatchParts;
  readonly #seen = new Map<string, Seen>();
  readonly #looking = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(parts: ReleaseWatchParts) {
    this.#parts = parts;
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
  }

  /** Resolves when what is stored now has been looked at, or was a moment ago. */
  async look(place: ReleasePlace, isJudged = false): Promise<void> {
    const key = place.environmentId;
    for (let running = this.#looking.get(key); running !== undefined; running = this.#looking.get(key)) await running;
    const work = this.#lookNow(place, isJudged);
    // Those who wait for it look again by themselves, and meet the failure then, if it is still there.
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.#looking.set(
      key,
      settled.finally(() => this.#looking.delete(key)),
    );
    await work;
  }

  async #lookNow(place: ReleasePlace, isJudged: boolean): Promise<void> {
    const seen = this.#seen.get(place.environmentId) ?? { receivedMs: 0, lookedAtMs: 0, judgedAtMs: 0, isMoved: false };
    this.#seen.set(place.environmentId, seen);
    if (performance.now() - seen.lookedAtMs >= LOOK_AGAIN_MS || seen.lookedAtMs === 0) {
      await this.#discover(place, seen);
      seen.lookedAtMs = performance.now();
    }
    if (!isJudged || !seen.isMoved) return;
    if (performance.now() - seen.judgedAtMs < JUDGE_AGAIN_MS && seen.judgedAtMs !== 0) return;
    await findReleaseRegressions(this.#parts, place, Date.now());
    await findChangeRegressions(this.#parts, place, Date.now());
    // Looks at one place come one after the other, so nothing moved in between.
    seen.isMoved = false;
    seen.judgedAtMs = performance.now();
  }

  async #discover(place: ReleasePlace, seen: Seen): Promise<void> {
    const { store, releases } = this.#parts;
    const receivedSinceMs = seen.receivedMs === 0 ? Date.now() - FIRST_LOOK_DAYS * dayMs : seen.receivedMs - OVERLAP_MS;
    const found = await store.ask('releasesSeen', { scope: place, receivedSinceMs, limit: MOST_AT_ONCE });
    if (found.length === 0) return;
    await releases.noteSeen(place, found, scheduler);
    const receivedMs = Math.max(...found.map(({ lastReceivedMs }) => lastReceivedMs));
    seen.isMoved ||= receivedMs > seen.receivedMs;
    seen.receivedMs = Math.max(seen.receivedMs, receivedMs);
  }

  /** One after the other: nobody waits for it. */
  async #sweep(): Promise<void> {
    for (const place of this.#parts.environments()) {
      try {
        await this.look(place, true);
      } catch (error) {
        this.#parts.logger.warn({ err: error, ...place }, 'Releases could not be looked at; trying again');
      }
    }
  }
}

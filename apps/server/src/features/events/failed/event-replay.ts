import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { EventLog } from '../../../collect/event-log/event-log.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { FailedEventFilter } from './queries/failed-events.ts';
import type { ReplayableEvent } from './queries/replayable-events.ts';
import { replayableEventsQuery } from './queries/replayable-events.ts';

const MAX_REPLAYS = 1_000;
/** Far longer than it takes until the store knows of a replay by itself. */
const CLAIMED_MS = 3_600_000;

export type ReplayOutcome =
  /** On disk, and in the store soon; the failed event's row as finished JSON. */
  | { readonly outcome: 'replayed'; readonly rowJson: string }
  | { readonly outcome: 'unknown' | 'already_replayed' | 'not_replayable' };

export interface ReplayDeps {
  readonly store: Pick<AnalyticsStore, 'run'>;
  readonly log: Pick<EventLog, 'append'>;
}

/**
 * Puts failed events back into the log, as records of their own, so that a store that is built anew has them too.
 * The loader lets the first record for each through. Until it has, this remembers what was replayed, so that anyone who
 * comes second is reported so.
 */
export class EventReplay {
  readonly #deps: ReplayDeps;
  readonly #claimedAt = new Map<string, number>();

  constructor(deps: ReplayDeps) {
    this.#deps = deps;
  }

  async one(scope: Scope, id: string): Promise<ReplayOutcome> {
    if (this.#claimedAt.has(id)) return { outcome: 'already_replayed' };
    const query = { scope, ids: [id], filter: {}, limit: 1, replayedAtMs: Date.now(), claimed: [] };
    const [event] = (await this.#deps.store.run(replayableEventsQuery, query)).events;
    if (event === undefined) return { outcome: 'unknown' };
    if (event.state === 'not_replayable') return { outcome: 'not_replayable' };
    if (event.state === 'replayed' || this.#claimedAt.has(event.id)) return { outcome: 'already_replayed' };
    await this.#append(scope, event);
    return { outcome: 'replayed', rowJson: event.rowJson };
  }

  /** The oldest that match, up to 1,000; `remaining` is how many more do. */
  async matching(scope: Scope, filter: FailedEventFilter): Promise<{ replayed: number; remaining: number }> {
    this.#forgetOld();
    const claimed = [...this.#claimedAt.keys()];
    const query = { scope, filter, limit: MAX_REPLAYS, replayedAtMs: Date.now(), claimed };
    const { events, open, settled } = await this.#deps.store.run(replayableEventsQuery, query);
    for (const id of settled) this.#claimedAt.delete(id);
    const free = events.filter(({ id }) => !this.#claimedAt.has(id));
    const appended = await Promise.allSettled(free.map((event) => this.#append(scope, event)));
    const failures = appended.filter((result) => result.status === 'rejected');
    if (failures.length > 0 && failures.length === free.length) throw failures[0]?.reason;
    const replayed = free.length - failures.length;
    return { replayed, remaining: open - events.length + failures.length };
  }

  async #append(scope: Scope, { id, receivedAtMs, bodyJson }: ReplayableEvent): Promise<void> {
    this.#claimedAt.set(id, performance.now());
    try {
      await this.#deps.log.append({ kind: 'replay', ...scope, receivedAtMs, body: Buffer.from(bodyJson) });
    } catch (error) {
      this.#claimedAt.delete(id);
      throw error;
    }
  }

  #forgetOld(): void {
    const oldest = performance.now() - CLAIMED_MS;
    for (const [id, atMs] of this.#claimedAt) if (atMs < oldest) this.#claimedAt.delete(id);
  }
}

import { type AnalyticsStore, StoreUnavailable } from '../analytics-store.ts';
import type { SentUpTo } from './fresh-events.ts';
import { freshEventsQuery } from './fresh-events.ts';
import type { FreshRows, LiveWatch } from './live-events.ts';

/** As many as one stream may send in a second; more would only be counted there. */
const MAX_ROWS = 200;
/** Watching must never hold up what is watched. */
const TIME_LIMIT_MS = 5_000;
/** A look that failed is not left to the next load, which may be hours away. */
const RETRY_MS = 1_000;

interface Watching {
  readonly watch: LiveWatch;
  after: readonly SentUpTo[];
}

type Tell = (id: number, fresh: FreshRows, upTo: readonly SentUpTo[]) => void;

/** In the store process: looks, after every load and only while somebody watches, what there is to tell. */
export class LiveTail {
  readonly #store: Pick<AnalyticsStore, 'run'>;
  readonly #notify: Tell;
  readonly #onNotice: (message: string) => void;
  readonly #watching = new Map<number, Watching>();
  #isLooking = false;
  #isAskedAgain = false;

  constructor(store: Pick<AnalyticsStore, 'run'>, notify: Tell, onNotice: (message: string) => void) {
    this.#store = store;
    this.#notify = notify;
    this.#onNotice = onNotice;
  }

  add(id: number, watch: LiveWatch, after: readonly SentUpTo[]): void {
    this.#watching.set(id, { watch, after });
    this.look();
  }

  remove(id: number): void {
    this.#watching.delete(id);
  }

  /** Something may have been stored. Looks that come together are one. */
  look(): void {
    if (this.#watching.size === 0) return;
    if (this.#isLooking) this.#isAskedAgain = true;
    else void this.#lookWhileAsked();
  }

  async #lookWhileAsked(): Promise<void> {
    this.#isLooking = true;
    do {
      this.#isAskedAgain = false;
      await this.#lookOnce();
    } while (this.#isAskedAgain);
    this.#isLooking = false;
  }

  async #lookOnce(): Promise<void> {
    const all = [...this.#watching];
    const watches = all.map(([, { watch, after }]) => ({ ...watch, after }));
    try {
      const query = { watches, limit: MAX_ROWS };
      const { fresh, upTo } = await this.#store.run(freshEventsQuery, query, { timeLimitMs: TIME_LIMIT_MS });
      for (const [at, [id, watching]] of all.entries()) {
        const rows = fresh[at];
        if (rows === undefined || this.#watching.get(id) !== watching) continue;
        watching.after = furthest(watching.after, upTo);
        this.#notify(id, rows, watching.after);
      }
    } catch (error) {
      setTimeout(() => this.look(), RETRY_MS).unref();
      // While a store is rebuilt its rows are old; the next look begins where this one would have.
      if (error instanceof StoreUnavailable) return;
      this.#onNotice(`Could not notify the live view: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** A watch from before a restart may have been reported rows that the store does not have again yet. */
function furthest(a: readonly SentUpTo[], b: readonly SentUpTo[]): readonly SentUpTo[] {
  const logs = new Map<number, SentUpTo>();
  for (const one of [...a, ...b]) {
    const known = logs.get(one.logTag);
    const sequence = Math.max(known?.sequence ?? 0, one.sequence);
    const { attempt, hidden } = laterOf(known, one);
    logs.set(one.logTag, {
      logTag: one.logTag,
      sequence,
      ...(attempt === undefined ? {} : { attempt }),
      ...(hidden === undefined ? {} : { hidden }),
    });
  }
  return [...logs.values()];
}

/** What counts only ever becomes more. */
function laterOf(a: SentUpTo | undefined, b: SentUpTo): SentUpTo {
  if (a?.attempt === undefined) return b;
  return b.attempt === undefined || countOf(b) < countOf(a) ? a : b;
}

const countOf = ({ attempt = 0, hidden = [] }: SentUpTo): number => attempt - hidden.length;

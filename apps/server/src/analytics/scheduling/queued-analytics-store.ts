import { createHash } from 'node:crypto';
import type { Scope } from '../../edge/scope.ts';
import { type AnalyticsStore, type QueryOptions, type StoreStatus, StoreUnavailable } from '../analytics-store.ts';
import { QUERY_TIME_LIMIT_MS, type QueryKind } from '../query.ts';
import { SharedResults } from '../shared-results.ts';
import { QueryScheduler } from './query-scheduler.ts';

/** The signal ends queries whose memory is needed by a commit. */
export interface WorkMemory {
  /** A query with additional memory. */
  during<T>(work: (pressure: AbortSignal) => Promise<T>): Promise<T>;
  /** A query without. */
  track<T>(work: (pressure: AbortSignal) => Promise<T>): Promise<T>;
}

type Scoped = { readonly scope: Scope };

/** Of one project; one more is for a project that has none. */
const LANES = 2;
const MAX_WAITING_EACH = 24;
const FRESH_MS = 500;
const UNCHANGED_MS = 30_000;
const MAX_RESULTS = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Heavy queries take turns, have memory of their own, and are answered once for all who ask the same; all others go
 * straight to the store. The time that a query may take counts from when it is asked.
 */
export class QueuedAnalyticsStore implements AnalyticsStore {
  readonly #store: AnalyticsStore;
  readonly #memory: WorkMemory;
  readonly #queues = new QueryScheduler({ queues: LANES, maxWaitingEach: MAX_WAITING_EACH });
  readonly #shared: SharedResults<unknown>;

  /** `generation` is another number whenever an answer could be another one. */
  constructor(store: AnalyticsStore, memory: WorkMemory, generation: () => number) {
    this.#store = store;
    this.#memory = memory;
    this.#shared = new SharedResults({
      freshMs: FRESH_MS,
      unchangedMs: UNCHANGED_MS,
      maxResults: MAX_RESULTS,
      maxCharacters: MAX_CHARACTERS,
      generation,
    });
  }

  run<Query, Result>(kind: QueryKind<Query, Result>, query: Query, options: QueryOptions = {}): Promise<Result> {
    switch (kind.cost) {
      case 'light':
        return this.#memory.track((pressure) => this.#runUnder(pressure, kind, query, options));
      case 'wide':
        return this.#inTurn((query as Scoped).scope.projectId, kind, query, options);
      case 'heavy':
        return this.#runHeavy(kind, query, options) as Promise<Result>;
      case 'export':
        return this.#memory.during((pressure) => this.#runUnder(pressure, kind, query, options));
    }
  }

  #runUnder<Query, Result>(
    pressure: AbortSignal,
    kind: QueryKind<Query, Result>,
    query: Query,
    options: QueryOptions,
  ): Promise<Result> {
    return this.#store.run(kind, query, { ...options, signal: eitherOf(pressure, options.signal) });
  }

  status(): StoreStatus {
    return this.#store.status();
  }

  #runHeavy<Query, Result>(
    kind: QueryKind<Query, Result>,
    query: Query,
    { signal, timeLimitMs = QUERY_TIME_LIMIT_MS }: QueryOptions,
  ): Promise<unknown> {
    const key = createHash('sha256')
      .update(JSON.stringify([kind.name, query, timeLimitMs]))
      .digest('base64');
    const owner = (query as Scoped).scope.projectId;
    return this.#shared.run(key, signal, (shared) =>
      this.#inTurn(owner, kind, query, { timeLimitMs, ...(shared === undefined ? {} : { signal: shared }) }),
    );
  }

  #inTurn<Query, Result>(
    owner: string,
    kind: QueryKind<Query, Result>,
    query: Query,
    { timeLimitMs = QUERY_TIME_LIMIT_MS, ...options }: QueryOptions,
  ): Promise<Result> {
    const endsAt = performance.now() + timeLimitMs;
    return this.#queues.run({ owner, ...options, patienceMs: timeLimitMs }, () =>
      this.#memory.during((pressure) => {
        const leftMs = endsAt - performance.now();
        if (leftMs <= 0) throw new StoreUnavailable('other queries took too long: try again later');
        return this.#runUnder(pressure, kind, query, { ...options, timeLimitMs: leftMs });
      }),
    );
  }
}

const eitherOf = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other === undefined ? one : AbortSignal.any([one, other]);

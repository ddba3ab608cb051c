import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import {
  type AnalyticsStore,
  type QueryOptions,
  QueryTooHeavy,
  type StoreStatus,
  StoreUnavailable,
  unavailability,
} from '../../analytics-store.ts';
import { QUERY_TIME_LIMIT_MS, type QueryKind } from '../../query.ts';
import type { VisibleAttempts } from '../visible.ts';
import { clickhouseFailure } from './clickhouse-failure.ts';
import type { ClickhouseQuery } from './clickhouse-query.ts';
import { ClickhouseReader } from './clickhouse-reader.ts';

export interface ClickhouseAnalyticsStoreOptions {
  readonly client: ClickhouseClient;
  readonly queries: readonly ClickhouseQuery[];
  readonly status: () => StoreStatus;
  readonly visible: () => VisibleAttempts;
}

/** Answers from the rows of attempts that were committed when the query began. */
export class ClickhouseAnalyticsStore implements AnalyticsStore {
  readonly #options: ClickhouseAnalyticsStoreOptions;
  readonly #queries: ReadonlyMap<string, ClickhouseQuery>;

  constructor(options: ClickhouseAnalyticsStoreOptions) {
    this.#options = options;
    this.#queries = new Map(options.queries.map((query) => [query.kind.name, query]));
  }

  async run<Query, Result>(
    kind: QueryKind<Query, Result>,
    query: Query,
    { signal, timeLimitMs = QUERY_TIME_LIMIT_MS }: QueryOptions = {},
  ): Promise<Result> {
    const { state, rebuiltShare } = this.#options.status();
    if (state !== 'ready') throw new StoreUnavailable(unavailability(state, rebuiltShare));
    const known = this.#queries.get(kind.name);
    if (known === undefined) throw new Error(`ClickHouse has no query "${kind.name}"`);
    const timeout = AbortSignal.timeout(Math.ceil(timeLimitMs));
    const stopped = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    const reader = new ClickhouseReader(this.#options.client, {
      visible: this.#options.visible(),
      signal: stopped,
      endsAtMs: performance.now() + timeLimitMs,
    });
    try {
      const result = (await known.run(reader, query)) as Result;
      stopped.throwIfAborted();
      return result;
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (timeout.aborted) throw tooLong(timeLimitMs);
      throw clickhouseFailure(error);
    }
  }

  status(): StoreStatus {
    return this.#options.status();
  }
}

const tooLong = (timeLimitMs: number): QueryTooHeavy =>
  new QueryTooHeavy(`The query was stopped after ${Math.round(timeLimitMs / 100) / 10} s: try a smaller query`);

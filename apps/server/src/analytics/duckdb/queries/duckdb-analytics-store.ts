import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Gate } from '../../../engines/duckdb/gate.ts';
import type { Mutex } from '../../../engines/duckdb/mutex.ts';
import {
  type AnalyticsStore,
  type QueryOptions,
  type StoreStatus,
  StoreUnavailable,
  unavailability,
} from '../../analytics-store.ts';
import { QUERY_TIME_LIMIT_MS, type QueryKind } from '../../query.ts';
import { connectTo } from '../open-store.ts';
import { failureOf } from '../store-errors.ts';
import type { DuckdbQuery } from './duckdb-query.ts';
import type { QueryThreads } from './query-threads.ts';
import { QueryWatch } from './query-watch.ts';

export interface DuckdbAnalyticsStoreOptions {
  readonly instance: DuckDBInstance;
  readonly mutex: Mutex;
  /** Closed while the file is. */
  readonly gate: Gate;
  readonly queries: readonly DuckdbQuery[];
  readonly status: () => StoreStatus;
  /** Undefined: no query has more threads than others. */
  readonly threads?: QueryThreads | undefined;
  /** A statement of a user must not make the process larger than this. */
  readonly maxRssBytes?: number;
}

/** Answers from an open store; while it is being rebuilt it would answer with a part, so it refuses. */
export class DuckdbAnalyticsStore implements AnalyticsStore {
  readonly #instance: DuckDBInstance;
  readonly #mutex: Mutex;
  readonly #gate: Gate;
  readonly #queries: ReadonlyMap<string, DuckdbQuery>;
  readonly #status: () => StoreStatus;
  readonly #threads: QueryThreads | undefined;
  readonly #maxRssBytes: number;

  constructor(options: DuckdbAnalyticsStoreOptions) {
    this.#instance = options.instance;
    this.#mutex = options.mutex;
    this.#gate = options.gate;
    this.#queries = new Map(options.queries.map((query) => [query.kind.name, query]));
    this.#status = options.status;
    this.#threads = options.threads;
    this.#maxRssBytes = options.maxRssBytes ?? Number.POSITIVE_INFINITY;
  }

  run<Query, Result>(kind: QueryKind<Query, Result>, query: Query, options: QueryOptions = {}): Promise<Result> {
    return this.#gate.enter(() => this.#run(kind, query, options));
  }

  async #run<Query, Result>(
    kind: QueryKind<Query, Result>,
    query: Query,
    { signal, timeLimitMs = QUERY_TIME_LIMIT_MS }: QueryOptions,
  ): Promise<Result> {
    const { state, rebuiltShare } = this.#status();
    if (state !== 'ready') throw new StoreUnavailable(unavailability(state, rebuiltShare));
    const { run, prepare, isParallel = false } = this.#find(kind.name);
    await prepare?.(this.#instance);
    const connection = await connectTo(this.#instance);
    const watch = new QueryWatch(connection, timeLimitMs, signal);
    try {
      await this.#beginAtOneMoment(connection);
      const limits = {
        maxRssBytes: this.#maxRssBytes,
        isStopped: () => watch.isStopped,
        connect: () => connectTo(this.#instance),
      };
      const answer = (): Promise<unknown> => run(connection, query, limits);
      const result = await (isParallel && this.#threads !== undefined ? this.#threads.during(answer) : answer());
      watch.throwIfStopped();
      return result as Result;
    } catch (error) {
      throw watch.reason(error) ?? failureOf(error) ?? error;
    } finally {
      watch.end();
      await end(connection);
    }
  }

  status(): StoreStatus {
    return this.#status();
  }

  #find(name: string): DuckdbQuery {
    const query = this.#queries.get(name);
    if (query === undefined) throw new Error(`DuckDB has no query "${name}"`);
    return query;
  }

  /** File and memory as they are now: rows are on their way from the one to the other. */
  async #beginAtOneMoment(connection: DuckDBConnection): Promise<void> {
    await this.#mutex.run(async () => {
      await connection.run('BEGIN TRANSACTION READ ONLY');
      await connection.run('SELECT 1 FROM store.store_format, recent.failed_events LIMIT 0');
    });
  }
}

/** A result that was not read to its end would keep the transaction, and with it the file, open until it is collected. */
async function end(connection: DuckDBConnection): Promise<void> {
  // A statement that failed has ended its transaction already: then there is nothing to roll back.
  await connection.run('ROLLBACK').catch(() => undefined);
  connection.closeSync();
}

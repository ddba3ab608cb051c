import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type AnalyticsStore,
  type DayCount,
  type EventFilter,
  type FailedEventFilter,
  type JsonPage,
  type PageRequest,
  type Scope,
  type StoreStatus,
  StoreUnavailable,
} from '../../../analytics/analytics-store.ts';
import { connectTo } from './open-store.ts';
import { countEvents, eventsPage, failedEventsPage, storedPerDay } from './questions.ts';
import { failureOf } from './store-errors.ts';
import type { Turnstile } from './turnstile.ts';

/** Answers from an open store; while it is being rebuilt it would answer with a part, so it refuses. */
export class DuckdbAnalyticsStore implements AnalyticsStore {
  readonly #instance: DuckDBInstance;
  readonly #turnstile: Turnstile;
  readonly #status: () => StoreStatus;

  constructor(instance: DuckDBInstance, turnstile: Turnstile, status: () => StoreStatus) {
    this.#instance = instance;
    this.#turnstile = turnstile;
    this.#status = status;
  }

  events(scope: Scope, filter: EventFilter, page: PageRequest): Promise<JsonPage> {
    return this.#ask((connection) => eventsPage(connection, scope, filter, page));
  }

  countEvents(scope: Scope, filter: EventFilter): Promise<number> {
    return this.#ask((connection) => countEvents(connection, scope, filter));
  }

  failedEvents(scope: Scope, filter: FailedEventFilter, page: PageRequest): Promise<JsonPage> {
    return this.#ask((connection) => failedEventsPage(connection, scope, filter, page));
  }

  storedPerDay(projectId: string, fromMs: number, toMs: number): Promise<readonly DayCount[]> {
    return this.#ask((connection) => storedPerDay(connection, projectId, fromMs, toMs));
  }

  status(): StoreStatus {
    return this.#status();
  }

  async #ask<T>(question: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const { state, rebuiltShare } = this.#status();
    if (state !== 'ready') throw new StoreUnavailable(unavailability(state, rebuiltShare));
    const connection = await connectTo(this.#instance);
    try {
      // Both at one moment: rows are on their way from memory to the file.
      await this.#turnstile.run(async () => {
        await connection.run('BEGIN TRANSACTION READ ONLY');
        await connection.run('SELECT 1 FROM store.store_format, recent.failed_events LIMIT 0');
      });
      return await question(connection);
    } catch (error) {
      throw failureOf(error) ?? error;
    } finally {
      connection.closeSync();
    }
  }
}

const unavailability = (state: StoreStatus['state'], share: number | undefined): string =>
  share === undefined
    ? `the store is ${state}`
    : `the store is being rebuilt from the log, ${Math.floor(share * 100)} %`;

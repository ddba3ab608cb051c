import type { AnalyticsStore, QueryOptions } from '../../analytics/analytics-store.ts';
import type { QueryKind } from '../../analytics/query.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { ClickhouseTwin } from './clickhouse-twin.ts';
import { SampleStore } from './sample-store.ts';

/** A store of DuckDB and its rows in ClickHouse, for tests that hold the answers of one against those of the other. */
export class TwoEngines {
  readonly store: SampleStore;
  readonly #twin: ClickhouseTwin;

  static async open(): Promise<TwoEngines> {
    const url = process.env.LP_TEST_CLICKHOUSE_URL;
    if (url === undefined) throw new Error('LP_TEST_CLICKHOUSE_URL names no server');
    return new TwoEngines(await SampleStore.open(), url);
  }

  private constructor(store: SampleStore, url: string) {
    this.store = store;
    const status = () => store.analytics.status();
    this.#twin = new ClickhouseTwin({ url, connection: store.connection, folder: store.root, status });
  }

  async load(...records: readonly LogRecord[]): Promise<void> {
    await this.store.load(...records);
    this.#twin.forget();
  }

  /** What DuckDB answers, and what ClickHouse does. */
  async run<Query, Result>(
    kind: QueryKind<Query, Result>,
    query: Query,
    options?: QueryOptions,
  ): Promise<readonly [Result, Result]> {
    const stores: readonly AnalyticsStore[] = [this.store.analytics, this.#twin];
    const [duckdb, clickhouse] = await Promise.all(stores.map((store) => store.run(kind, query, options)));
    return [duckdb as Result, clickhouse as Result];
  }

  async close(): Promise<void> {
    await this.#twin.close();
    await this.store.close();
  }
}

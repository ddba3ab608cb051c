import { deepStrictEqual } from 'node:assert/strict';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { QueryKind } from '../../analytics/query.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { ClickhouseTwin } from './clickhouse-twin.ts';
import { SampleStore } from './sample-store.ts';

/** The same rows in DuckDB and in ClickHouse. For tests that run with the engines of a scale-out installation. */
export class BothEngines {
  readonly sample: SampleStore;
  readonly #twin: ClickhouseTwin;

  private constructor(sample: SampleStore, url: string) {
    this.sample = sample;
    const status = () => sample.analytics.status();
    this.#twin = new ClickhouseTwin({ url, connection: sample.connection, folder: sample.root, status });
  }

  static async open(): Promise<BothEngines> {
    const url = process.env.LP_TEST_CLICKHOUSE_URL;
    if (url === undefined) throw new Error('LP_TEST_CLICKHOUSE_URL says where ClickHouse is; it is not set');
    return new BothEngines(await SampleStore.open(), url);
  }

  /** The one that answers from ClickHouse. */
  get clickhouse(): AnalyticsStore {
    return this.#twin;
  }

  async load(...records: readonly LogRecord[]): Promise<void> {
    await this.sample.load(...records);
    this.#twin.forget();
  }

  /** What both of them answer; `shown` leaves out what is not promised to be the same. */
  async same<Query, Result>(
    kind: QueryKind<Query, Result>,
    query: Query,
    shown: (result: Result) => unknown = (result) => result,
  ): Promise<Result> {
    const [expected, result] = [await this.sample.analytics.run(kind, query), await this.#twin.run(kind, query)];
    deepStrictEqual({ query, result: shown(result) }, { query, result: shown(expected) });
    return expected;
  }

  async close(): Promise<void> {
    await this.#twin.close();
    await this.sample.close();
  }
}

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { AnalyticsStore, QueryOptions, StoreStatus } from '../../analytics/analytics-store.ts';
import { ensureTables } from '../../analytics/clickhouse/ensure-tables.ts';
import { copiedTables, writeParquet, writeSeenIds } from '../../analytics/clickhouse/loading/write-parquet.ts';
import { ClickhouseAnalyticsStore } from '../../analytics/clickhouse/queries/clickhouse-analytics-store.ts';
import { everywhere } from '../../analytics/duckdb/recent-rows.ts';
import { recentTables } from '../../analytics/duckdb/store-schema.ts';
import type { QueryKind } from '../../analytics/query.ts';
import { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { clickhouseQueries } from '../store/clickhouse-queries.ts';

export interface ClickhouseTwinOptions {
  /** Of a server; the twin makes a database of its own in it. */
  readonly url: string;
  readonly connection: DuckDBConnection;
  readonly folder: string;
  readonly status: () => StoreStatus;
}

/** The rows of a DuckDB store in ClickHouse, copied when something is asked. Queries are then answered from there. */
export class ClickhouseTwin implements AnalyticsStore {
  readonly #options: ClickhouseTwinOptions;
  readonly #database = `twin_${randomUUID().replaceAll('-', '')}`;
  #opened: Promise<{ readonly client: ClickhouseClient; readonly store: AnalyticsStore }> | undefined;
  #copied: Promise<void> | undefined;
  #copies = 0;

  constructor(options: ClickhouseTwinOptions) {
    this.#options = options;
  }

  /** Something was loaded. */
  forget(): void {
    this.#copied = undefined;
  }

  async run<Query, Result>(kind: QueryKind<Query, Result>, query: Query, options?: QueryOptions): Promise<Result> {
    this.#opened ??= this.#open();
    const { client, store } = await this.#opened;
    this.#copied ??= this.#copy(client);
    await this.#copied.catch((error) => {
      this.forget();
      throw error;
    });
    return store.run(kind, query, options);
  }

  status(): StoreStatus {
    return this.#options.status();
  }

  async close(): Promise<void> {
    if (this.#opened === undefined) return;
    const { client } = await this.#opened;
    await client.command(`DROP DATABASE ${this.#database}`);
    await client.close();
  }

  async #open() {
    const { url, status } = this.#options;
    const first = await ClickhouseClient.open({ url });
    await first.command(`CREATE DATABASE ${this.#database}`);
    await first.close();
    const own = new URL(url);
    own.pathname = `/${this.#database}`;
    const client = await ClickhouseClient.open({ url: own.href });
    await ensureTables(client);
    // Copies before the newest one stand for attempts that were given up.
    const visible = () => ({
      newest: this.#copies,
      hidden: Array.from({ length: this.#copies - 1 }, (_, at) => at + 1),
    });
    const store = new ClickhouseAnalyticsStore({ client, queries: clickhouseQueries, status, visible });
    return { client, store };
  }

  async #copy(client: ClickhouseClient): Promise<void> {
    const { connection, folder } = this.#options;
    const attempt = ++this.#copies;
    const file = join(folder, 'twin.parquet');
    for (const table of copiedTables) {
      const rows = await writeParquet(connection, table, sourceOf(table), attempt, file);
      if (rows > 0) await client.insertFile(table, file);
    }
    const ids = await writeSeenIds(connection, sourceOf, attempt, file);
    if (ids > 0) await client.insertFile('seen', file);
    rmSync(file, { force: true });
  }
}

const isRecent = (table: string): boolean => recentTables.some((name) => name === table);
const sourceOf = (table: string): string => (isRecent(table) ? everywhere(table) : `store.${table}`);

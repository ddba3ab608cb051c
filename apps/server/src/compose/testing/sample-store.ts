import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { AnalyticsStore, StoreCounters, StoreStatus } from '../../analytics/analytics-store.ts';
import { DuckdbLoadTarget } from '../../analytics/duckdb/loading/duckdb-load-target.ts';
import { connectTo, openStore } from '../../analytics/duckdb/open-store.ts';
import { DuckdbAnalyticsStore } from '../../analytics/duckdb/queries/duckdb-analytics-store.ts';
import { QueryMemoryBudget } from '../../analytics/duckdb/query-memory-budget.ts';
import { everywhere } from '../../analytics/duckdb/recent-rows.ts';
import { recentTables } from '../../analytics/duckdb/store-schema.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { FileSegmentDirectory } from '../../collect/loader/file-segment-directory.ts';
import type { LoadOutcome, SegmentRef } from '../../collect/loader/load-target.ts';
import { prepareSegment } from '../../collect/loader/prepare-segment.ts';
import { SegmentLoading } from '../../collect/loader/segment-loading.ts';
import { Gate } from '../../engines/duckdb/gate.ts';
import { Mutex } from '../../engines/duckdb/mutex.ts';
import { failedEventsQuery } from '../../features/events/failed/queries/failed-events.ts';
import { eventsQuery } from '../../features/events/queries/events.ts';
import { duckdbQueries } from '../store/duckdb-queries.ts';
import { ClickhouseTwin } from './clickhouse-twin.ts';
import { SampleLog, scope } from './sample-log.ts';

export type WireRow = Record<string, unknown> & { readonly properties: Record<string, unknown> };

/** A real store over a real log in a folder of its own, without the process around it. */
export class SampleStore {
  readonly root: string;
  readonly log: SampleLog;
  /** The store that is tested: this one, or with `LP_TEST_ANALYTICS=clickhouse` its rows in ClickHouse. */
  readonly analytics: AnalyticsStore;
  readonly #twin: ClickhouseTwin | undefined;
  readonly connection: DuckDBConnection;
  readonly notices: string[] = [];
  state: StoreStatus['state'] = 'ready';
  #isWriting = false;
  #memory: QueryMemoryBudget | undefined;
  readonly instance: DuckDBInstance;
  readonly #target: DuckdbLoadTarget;
  readonly #directory: FileSegmentDirectory;

  /** `isWriting`: every load goes to the file; otherwise rows are gathered in memory, as few rows are. */
  static async open(
    options: {
      readonly filterBytes?: number;
      readonly runIds?: number;
      readonly mergeSumsAtRows?: number;
      readonly isWriting?: boolean;
      readonly memoryLimitMb?: number;
      readonly spareMemoryMb?: number;
    } = {},
  ): Promise<SampleStore> {
    const root = mkdtempSync(join(tmpdir(), 'lamppost-store-'));
    const folder = join(root, 'store');
    const { filterBytes = 2 ** 24, runIds, mergeSumsAtRows, memoryLimitMb = 256, spareMemoryMb } = options;
    const onNotice = (): void => undefined;
    const { instance, file } = await openStore({ folder, memoryLimitMb, threads: 1, onNotice });
    const memoryOptions = { memoryLimitMb, queryMemoryMb: spareMemoryMb ?? 0, lingerMs: 0, onNotice };
    const memory =
      spareMemoryMb === undefined ? undefined : new QueryMemoryBudget(await connectTo(instance), memoryOptions);
    const mutex = new Mutex();
    const target = await DuckdbLoadTarget.open(await connectTo(instance), {
      file,
      filterBytes,
      walCapBytes: 2 ** 28,
      mutex,
      ...(runIds === undefined ? {} : { runIds }),
      ...(mergeSumsAtRows === undefined ? {} : { mergeSumsAtRows }),
      ...(memory === undefined ? {} : { memory }),
      onNotice,
      onUnbalanced: (items) => sample.notices.push(`unbalanced by ${items}`),
    });
    const connection = await connectTo(instance);
    for (const table of recentTables) await connection.run(`CREATE VIEW all_${table} AS FROM ${everywhere(table)}`);
    const sample = new SampleStore(root, instance, connection, target, mutex);
    sample.#isWriting = options.isWriting ?? false;
    sample.#memory = memory;
    return sample;
  }

  private constructor(
    root: string,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    target: DuckdbLoadTarget,
    mutex: Mutex,
  ) {
    this.root = root;
    this.log = new SampleLog(join(root, 'log'));
    this.instance = instance;
    this.connection = connection;
    this.#target = target;
    this.#directory = new FileSegmentDirectory(join(root, 'log'), join(root, 'scratch'));
    const status = () => ({ state: this.state, counters: target.counters });
    const url = process.env.LP_TEST_ANALYTICS === 'clickhouse' ? process.env.LP_TEST_CLICKHOUSE_URL : undefined;
    this.#twin = url === undefined ? undefined : new ClickhouseTwin({ url, connection, folder: root, status });
    this.analytics =
      this.#twin ?? new DuckdbAnalyticsStore({ instance, mutex, gate: new Gate(), queries: duckdbQueries, status });
  }

  get counters(): StoreCounters {
    return this.#target.counters;
  }

  /** One segment with these records. */
  async load(...records: readonly LogRecord[]): Promise<void> {
    this.log.seal(records);
    await this.loadSealed();
  }

  /** Everything that is sealed, in one load; without moving it, so that a second call loads it again. */
  async loadSealed(): Promise<void> {
    const loading = new SegmentLoading(this.#directory, this.#target, (message) => this.notices.push(message));
    await loading.load(await this.#directory.listSealed());
    this.#twin?.forget();
    if (this.#isWriting) await this.write();
  }

  /** The same, one log after the other. */
  async loadByLog(): Promise<void> {
    const loading = new SegmentLoading(this.#directory, this.#target, (message) => this.notices.push(message));
    const entries = await this.#directory.listSealed();
    for (const logId of new Set(entries.map((entry) => entry.logId))) {
      await loading.load(entries.filter((entry) => entry.logId === logId));
    }
  }

  /** What the target says to everything that is sealed, before anything is done about it. */
  async outcomeOfSealed(): Promise<LoadOutcome> {
    const segments = [];
    for (const entry of await this.#directory.listSealed()) {
      segments.push((await prepareSegment(this.#directory, entry, undefined)).toLoad);
    }
    return this.#target.load(segments);
  }

  /** Moves what is gathered in memory to the file. */
  write(): Promise<void> {
    return this.#target.idle();
  }

  takeDurable(): readonly SegmentRef[] {
    return this.#target.takeDurable();
  }

  /** `all_<table>` has the rows in the file and those in memory. */
  async rows(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.connection.run(sql)).getRowObjectsJS();
  }

  /** All events of the sample scope as they go out, newest first. */
  async events(): Promise<WireRow[]> {
    return JSON.parse((await this.analytics.run(eventsQuery, { scope, filter: {}, page: { limit: 1_000 } })).rowsJson);
  }

  async failedEvents(): Promise<WireRow[]> {
    return JSON.parse(
      (await this.analytics.run(failedEventsQuery, { scope, filter: {}, page: { limit: 1_000 } })).rowsJson,
    );
  }

  /** What others do while nothing is loaded. */
  atMoment<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#target.atMoment(({ connection }) => work(connection));
  }

  async close(): Promise<void> {
    await this.#twin?.close();
    await this.#target.close();
    await this.#memory?.close();
    this.connection.closeSync();
    this.instance.closeSync();
    rmSync(this.root, { recursive: true, force: true });
  }
}

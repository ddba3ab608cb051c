import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { ensureTables } from '../../analytics/clickhouse/ensure-tables.ts';
import { Erasure } from '../../analytics/clickhouse/erasure/erasure.ts';
import { AttemptLoader } from '../../analytics/clickhouse/loading/attempt-loader.ts';
import { ClickhouseLoadTarget } from '../../analytics/clickhouse/loading/clickhouse-load-target.ts';
import { ScratchStore } from '../../analytics/clickhouse/loading/scratch-store.ts';
import { SegmentShipper } from '../../analytics/clickhouse/loading/segment-shipper.ts';
import { ClickhouseAnalyticsStore } from '../../analytics/clickhouse/queries/clickhouse-analytics-store.ts';
import type { VisibleAttempts } from '../../analytics/clickhouse/visible.ts';
import { noCounts } from '../../analytics/no-counts.ts';
import { FileSegmentDirectory } from '../../collect/loader/file-segment-directory.ts';
import type { AttemptStore } from '../../control/attempts/attempt-store.ts';
import { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { SqliteControlPlane } from '../control/sqlite-control-plane.ts';
import { clickhouseQueries } from '../store/clickhouse-queries.ts';

/** A database of ClickHouse that is filled as an installation fills it: shipped, loaded, committed. */
export class ClickhouseSample {
  readonly root = mkdtempSync(join(tmpdir(), 'lamppost-clickhouse-sample-'));
  readonly notices: string[] = [];
  readonly client: ClickhouseClient;
  readonly attempts: AttemptStore;
  readonly analytics: AnalyticsStore;
  readonly #database: string;
  readonly #control: SqliteControlPlane;
  #visible: VisibleAttempts = { newest: 0, hidden: [] };
  #loaders = 0;
  #older: SqliteControlPlane | undefined;

  static async open(): Promise<ClickhouseSample> {
    const url = new URL(process.env.LP_TEST_CLICKHOUSE_URL ?? '');
    const database = `sample_${randomUUID().replaceAll('-', '')}`;
    const first = await ClickhouseClient.open({ url: url.href });
    await first.command(`CREATE DATABASE ${database}`);
    await first.close();
    url.pathname = `/${database}`;
    const client = await ClickhouseClient.open({ url: url.href });
    await ensureTables(client);
    const root = mkdtempSync(join(tmpdir(), 'lamppost-clickhouse-control-'));
    const control = new SqliteControlPlane({ path: join(root, 'control.db'), mustExist: false });
    await control.ready();
    return new ClickhouseSample(client, database, control);
  }

  private constructor(client: ClickhouseClient, database: string, control: SqliteControlPlane) {
    this.client = client;
    this.#database = database;
    this.#control = control;
    this.attempts = control.attempts;
    this.analytics = new ClickhouseAnalyticsStore({
      client,
      queries: clickhouseQueries,
      status: () => ({ state: 'ready', counters: noCounts }),
      visible: () => this.#visible,
    });
  }

  /** Sends the sealed segments below a folder, as the edge that wrote them would. */
  async ship(logFolder: string): Promise<void> {
    const shipper = new SegmentShipper({
      directory: new FileSegmentDirectory(logFolder, join(this.root, 'scratch')),
      client: this.client,
      attempts: this.attempts,
      bytesPerShipment: 2 ** 20,
      maxLandedBytes: 2 ** 30,
      onShipped: () => undefined,
      onNotice: (message) => this.notices.push(message),
    });
    await shipper.shipAll();
  }

  /** One that knows nothing yet, as after the lease has moved. */
  async newLoader(
    bytesPerAttempt = 2 ** 24,
    attempts = this.attempts,
    loader = 1,
  ): Promise<AttemptLoader & { close(): void }> {
    const folder = join(this.root, `loader-${++this.#loaders}`);
    const scratch = await ScratchStore.open({ folder, memoryLimitMb: 256, threads: 1 });
    const target = new ClickhouseLoadTarget({
      client: this.client,
      scratch,
      folder,
      linkBytes: 2 ** 20,
      onUnbalanced: (items) => this.notices.push(`unbalanced by ${items}`),
    });
    const erasure = new Erasure(this.client, scratch.connection);
    const made = new AttemptLoader({
      loader,
      client: this.client,
      attempts,
      open: async () => ({ target, erasure }),
      folder,
      bytesPerAttempt,
      onNotice: (message) => this.notices.push(message),
    });
    return Object.assign(made, { close: () => scratch.close() });
  }

  /** A loader over a control plane that has forgotten everything but the segments that were shipped. */
  async withOlderControl(): Promise<AttemptLoader & { close(): void }> {
    const control = new SqliteControlPlane({ path: join(this.root, 'older.db'), mustExist: false });
    await control.ready();
    const [[logId, number, lines, bytes] = []] = await this.client.rows(
      'SELECT toString(log_id), number, count(), sum(length(bytes)) FROM landing GROUP BY log_id, number LIMIT 1',
    );
    const counts = { number: Number(number), lines: Number(lines), bytes: Number(bytes) };
    await control.attempts.ship([{ logId: String(logId), ...counts, sealedAtMs: Date.now() }]);
    this.#older = control;
    return await this.newLoader(2 ** 24, control.attempts);
  }

  /** By as many loaders as there are, one after the other. */
  async loadAll(): Promise<void> {
    const { loaders } = await this.attempts.committed();
    for (let number = 1; number <= loaders; number++) {
      const loader = await this.newLoader(undefined, undefined, number);
      while (await loader.loadSome());
      loader.close();
    }
    await this.look();
  }

  async look(): Promise<void> {
    this.#visible = await this.attempts.committed();
  }

  get visible(): VisibleAttempts {
    return this.#visible;
  }

  async close(): Promise<void> {
    await this.client.command(`DROP DATABASE ${this.#database}`);
    await this.client.close();
    await this.#control.close();
    await this.#older?.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

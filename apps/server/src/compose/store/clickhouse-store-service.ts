import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnalyticsStore, StoreStatus } from '../../analytics/analytics-store.ts';
import { AttemptWatch } from '../../analytics/clickhouse/attempt-watch.ts';
import { connectClickhouse } from '../../analytics/clickhouse/connect-clickhouse.ts';
import { Erasure } from '../../analytics/clickhouse/erasure/erasure.ts';
import { StoreHousekeeping } from '../../analytics/clickhouse/housekeeping/store-housekeeping.ts';
import { AttemptLoader } from '../../analytics/clickhouse/loading/attempt-loader.ts';
import { ClickhouseLoadTarget } from '../../analytics/clickhouse/loading/clickhouse-load-target.ts';
import { ScratchStore } from '../../analytics/clickhouse/loading/scratch-store.ts';
import { SegmentShipper } from '../../analytics/clickhouse/loading/segment-shipper.ts';
import { ClickhouseAnalyticsStore } from '../../analytics/clickhouse/queries/clickhouse-analytics-store.ts';
import { RemoteAttempts } from '../../analytics/clickhouse/remote-attempts.ts';
import { textOf } from '../../analytics/duckdb/store-errors.ts';
import { LiveTail } from '../../analytics/live/live-tail.ts';
import { noCounts } from '../../analytics/no-counts.ts';
import type {
  FromStore,
  StoreCommand,
  StoreLogLine,
  StoreProcessSettings,
  ToStore,
} from '../../analytics/process/store-messages.ts';
import { QUERY_TIME_LIMIT_MS } from '../../analytics/query.ts';
import { QueuedAnalyticsStore } from '../../analytics/scheduling/queued-analytics-store.ts';
import { FileSegmentDirectory } from '../../collect/loader/file-segment-directory.ts';
import { Wakeup } from '../../collect/loader/wakeup.ts';
import type { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { plural } from '../../telemetry/plural.ts';
import { clickhouseQueries } from './clickhouse-queries.ts';
import { copyLogTo } from './copy-log-to.ts';
import { LoaderTurns } from './loader-turns.ts';
import { StoreRequests } from './store-requests.ts';

const MEGABYTE = 1024 * 1024;
const LOOK_EVERY_MS = 400;
const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 5_000;
const PING_EVERY_MS = 2_000;
const PING_LIMIT_MS = 5_000;
const HOUSEKEEPING_EVERY_MS = 60_000;
/** Segments are sent and loaded together up to this size. */
const BYTES_PER_LOAD = 16 * MEGABYTE;
const MAX_LANDED_BYTES = 8 * 1024 * MEGABYTE;
/** ClickHouse shares its memory among queries by itself. */
const noPressure = new AbortController().signal;
const withoutPressure = <T>(work: (pressure: AbortSignal) => Promise<T>): Promise<T> => work(noPressure);
const ownMemory = { during: withoutPressure, track: withoutPressure };

interface Connected {
  readonly client: ClickhouseClient;
  readonly shipper: SegmentShipper;
  readonly loaders: LoaderTurns;
  readonly housekeeping: StoreHousekeeping;
}

/**
 * What lives in the store process when edges share a ClickHouse: it sends the segments of this edge, loads those of all
 * edges while it is this edge's turn, and asks queries. Every failure of a server it needs is waited out.
 */
export class ClickhouseStoreService {
  readonly #settings: StoreProcessSettings;
  readonly #url: string;
  readonly #send: (message: FromStore) => void;
  readonly #attempts: RemoteAttempts;
  readonly #watch: AttemptWatch;
  readonly #segments: FileSegmentDirectory;
  readonly #store: AnalyticsStore;
  readonly #live: LiveTail;
  readonly #requests: StoreRequests;
  readonly #retrying = new Wakeup();
  readonly #scratches: ScratchStore[] = [];
  #connected: Connected | undefined;
  #problem: string | undefined = 'not connected yet';
  #isStopping = false;
  #running: Promise<unknown> = Promise.resolve();
  #failed: (error: unknown) => void = () => undefined;

  constructor(settings: StoreProcessSettings, url: string, send: (message: FromStore) => void) {
    this.#settings = settings;
    this.#url = url;
    this.#send = send;
    this.#attempts = new RemoteAttempts((id, method, args) => send({ type: 'ask', id, method, args }));
    this.#segments = new FileSegmentDirectory(settings.logFolder, join(settings.storeFolder, 'scratch'));
    this.#watch = new AttemptWatch(this.#attempts.store, () => {
      this.sendStatus();
      this.#live.look();
    });
    const asked: AnalyticsStore = {
      run: (kind, query, options) => this.#analytics().run(kind, query, options),
      status: () => this.#status(),
    };
    this.#store = new QueuedAnalyticsStore(asked, ownMemory, () => this.#watch.version);
    this.#live = new LiveTail(
      this.#store,
      (id, fresh, upTo) => send({ type: 'fresh', id, fresh, upTo }),
      (message) => this.#log('warn', message),
    );
    this.#requests = new StoreRequests({
      store: this.#store,
      kinds: clickhouseQueries.map(({ kind }) => kind),
      live: this.#live,
      obey: (command) => this.#obey(command),
      send,
      timeLimitMs: QUERY_TIME_LIMIT_MS,
    });
  }

  /** `failed` is called once when the process must begin anew. */
  async start(failed: (error: unknown) => void): Promise<void> {
    this.#failed = failed;
    this.sendStatus();
    this.#running = Promise.all([this.#connect(), this.#look()]);
  }

  async receive(message: ToStore): Promise<void> {
    if (message.type === 'wake') this.#connected?.shipper.wake();
    else if (message.type === 'answer') this.#attempts.answer(message.id, message.value);
    else if (message.type === 'no_answer') this.#attempts.noAnswer(message.id, message.message);
    else await this.#requests.receive(message);
  }

  /** To be called now and then. */
  tick(): void {
    this.sendStatus();
  }

  sendStatus(): void {
    const { waitingSegments = 0, waitingBytes = 0, oldestSealedAtMs } = this.#connected?.shipper.status ?? {};
    const { segments, bytes, oldestSealedAtMs: oldestLandedMs, loaders } = this.#watch.waiting;
    const visibleUpToMs = Math.min(oldestSealedAtMs ?? Date.now(), oldestLandedMs ?? Date.now());
    this.#send({
      type: 'status',
      status: {
        ...this.#status(),
        waitingSegments: waitingSegments + segments,
        waitingBytes: waitingBytes + bytes,
        loadedBytes: this.#connected?.loaders.loadedBytes ?? 0,
        landedBytes: bytes,
        ...(loaders.length > 1 ? { loaders } : {}),
        visibleUpToMs,
        rssBytes: process.memoryUsage.rss(),
        checkpoint: {},
      },
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#retrying.wake();
    this.#connected?.loaders.stop();
    await this.#connected?.shipper.stop();
    await this.#running;
    for (const scratch of this.#scratches) scratch.close();
    await this.#connected?.client.close();
  }

  #status(): StoreStatus {
    const counters = { ...noCounts, ...this.#watch.committed.counters };
    if (this.#connected === undefined || !this.#watch.isKnown) return { state: 'starting', counters };
    return { state: this.#problem === undefined ? 'ready' : 'stalled', generation: `${this.#watch.version}`, counters };
  }

  #analytics(): AnalyticsStore {
    const { client } = this.#ready();
    return new ClickhouseAnalyticsStore({
      client,
      queries: clickhouseQueries,
      status: () => this.#status(),
      visible: () => this.#watch.committed,
    });
  }

  #ready(): Connected {
    if (this.#connected === undefined) throw new Error('ClickHouse is not connected yet');
    return this.#connected;
  }

  async #connect(): Promise<void> {
    await this.#untilDone('ClickHouse cannot be used', async () => {
      const client = await connectClickhouse(this.#url, this.#settings.layout);
      this.#connected = this.#compose(client);
      this.#problem = undefined;
    });
    if (this.#connected === undefined) return;
    this.#connected.shipper.start();
    this.sendStatus();
    await Promise.all([
      this.#load(this.#connected.loaders),
      this.#ping(this.#connected),
      this.#keepHouse(this.#connected),
    ]);
  }

  #compose(client: ClickhouseClient): Connected {
    const { layout } = this.#settings;
    const onNotice = (message: string): void => this.#log('warn', message);
    const attempts = this.#attempts.store;
    const loaders = new LoaderTurns({
      watch: this.#watch,
      newLoader: (loader) => this.#newLoader(client, loader),
      lookEveryMs: LOOK_EVERY_MS,
      onNotice,
    });
    return {
      client,
      shipper: new SegmentShipper({
        directory: this.#segments,
        client,
        layout,
        attempts,
        bytesPerShipment: BYTES_PER_LOAD,
        maxLandedBytes: MAX_LANDED_BYTES,
        onShipped: (segment) => {
          this.#send({ type: 'loaded', segment });
          loaders.wake();
        },
        onNotice,
      }),
      loaders,
      housekeeping: new StoreHousekeeping({ client, attempts, layout }),
    };
  }

  #newLoader(client: ClickhouseClient, loader: number): AttemptLoader {
    const { storeFolder, memoryLimitMb, threads, filterMb, layout } = this.#settings;
    const folder = join(storeFolder, loader === 1 ? 'loading' : `loading-${loader}`);
    const open = async () => {
      const scratch = await ScratchStore.open({ folder, memoryLimitMb, threads });
      this.#scratches.push(scratch);
      const target = new ClickhouseLoadTarget({
        client,
        scratch,
        folder,
        linkBytes: (filterMb * MEGABYTE) / 2,
        onUnbalanced: (items) =>
          this.#log('error', `Received and stored counts differ by ${plural(items, 'item')} (bug, please report)`),
      });
      return { target, erasure: new Erasure(client, scratch.connection, layout) };
    };
    return new AttemptLoader({
      loader,
      client,
      attempts: this.#attempts.store,
      open,
      folder,
      bytesPerAttempt: BYTES_PER_LOAD,
      onNotice: (message) => this.#log('warn', message),
    });
  }

  /** Loads what waits, for as long as it is this edge's turn. */
  async #load(loaders: LoaderTurns): Promise<void> {
    await loaders.run().catch((error: unknown) => this.#failed(error));
  }

  /** Also while nothing can be loaded: what others load is seen here. */
  async #look(): Promise<void> {
    let isKnown = true;
    while (!this.#isStopping) {
      try {
        await this.#watch.look();
        if (!isKnown) this.#log('info', 'The control database is available again: queries include newly loaded data');
        isKnown = true;
      } catch (error) {
        // Said once: an outage may last, and it is asked again all the time.
        if (isKnown && this.#watch.isKnown) {
          this.#log('warn', `Queries do not include newly loaded data: ${textOf(error)}`);
        }
        isKnown = !this.#watch.isKnown;
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  async #ping({ client }: Connected): Promise<void> {
    while (!this.#isStopping) {
      try {
        await client.ping(AbortSignal.timeout(PING_LIMIT_MS));
        this.#becomeReachable(true);
      } catch {
        this.#becomeReachable(false);
      }
      await pause(PING_EVERY_MS);
    }
  }

  #becomeReachable(isReachable: boolean): void {
    if (isReachable === (this.#problem === undefined)) return;
    this.#problem = isReachable ? undefined : 'ClickHouse cannot be reached';
    if (isReachable) this.#log('info', 'ClickHouse is available again');
    else this.#log('error', 'ClickHouse is unreachable; accepted events stay in the event log until it is back');
    this.sendStatus();
  }

  async #keepHouse({ housekeeping }: Connected): Promise<void> {
    let nextAt = performance.now() + HOUSEKEEPING_EVERY_MS;
    while (!this.#isStopping) {
      await pause(LOOK_EVERY_MS);
      if (performance.now() < nextAt) continue;
      nextAt = performance.now() + HOUSEKEEPING_EVERY_MS;
      await housekeeping
        .run(this.#watch.waiting, this.#watch.committed)
        .catch((error: unknown) => this.#log('warn', `Housekeeping failed: ${textOf(error)}`));
    }
  }

  async #untilDone(what: string, work: () => Promise<void>): Promise<void> {
    let retryMs = RETRY_MIN_MS;
    while (!this.#isStopping) {
      try {
        return await work();
      } catch (error) {
        this.#log('error', `${what}, retrying in ${retryMs} ms: ${textOf(error)}`);
        await this.#retrying.sleep(retryMs, () => this.#isStopping);
        retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
      }
    }
  }

  /** What ClickHouse has is backed up by those who run it; what it does not have yet is in the log. */
  async #obey(command: StoreCommand): Promise<unknown> {
    if (command.name === 'copy') await copyLogTo(this.#segments, command.folder);
    return { id: 0, createdAtMs: Date.now(), bytes: 0, rows: 0 };
  }

  #log(level: StoreLogLine['level'], message: string): void {
    this.#send({ type: 'log', line: { level, message } });
  }
}

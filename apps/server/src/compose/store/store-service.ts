import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { CheckpointFolder } from '../../analytics/duckdb/checkpoint/checkpoint-folder.ts';
import { bytesOf, type CheckpointManifest } from '../../analytics/duckdb/checkpoint/checkpoint-manifest.ts';
import { CheckpointScheduler, infoOf } from '../../analytics/duckdb/checkpoint/checkpoint-scheduler.ts';
import { copyStoreFiles, storeFilesIn } from '../../analytics/duckdb/checkpoint/copy-store-files.ts';
import { restoreCheckpoint } from '../../analytics/duckdb/checkpoint/restore-checkpoint.ts';
import { StoreCheckpoints } from '../../analytics/duckdb/checkpoint/store-checkpoints.ts';
import { ErasureCompactor } from '../../analytics/duckdb/erasure/erasure-compactor.ts';
import { DuckdbLoadTarget } from '../../analytics/duckdb/loading/duckdb-load-target.ts';
import { connectTo, markSuspect, openStore } from '../../analytics/duckdb/open-store.ts';
import { DuckdbAnalyticsStore } from '../../analytics/duckdb/queries/duckdb-analytics-store.ts';
import { QueryGuard } from '../../analytics/duckdb/queries/query-guard.ts';
import { QueryThreads } from '../../analytics/duckdb/queries/query-threads.ts';
import { QueryMemoryBudget } from '../../analytics/duckdb/query-memory-budget.ts';
import { failureOf, StoreFailure, textOf } from '../../analytics/duckdb/store-errors.ts';
import { StoreReopener } from '../../analytics/duckdb/store-reopener.ts';
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
import { Loader } from '../../collect/loader/loader.ts';
import { Gate } from '../../engines/duckdb/gate.ts';
import { Mutex } from '../../engines/duckdb/mutex.ts';
import { plural } from '../../telemetry/plural.ts';
import { duckdbQueries } from './duckdb-queries.ts';
import { StoreRequests } from './store-requests.ts';

const MEGABYTE = 1024 * 1024;
const WAL_CAP_BYTES = 64 * MEGABYTE;
const SCAN_EVERY_MS = 3_000;
/** Beside what DuckDB and the filter may take. */
const MAX_OTHER_MB = 1_024;
/** A statement of a user is refused so much earlier than the process would have to end. */
const GUARD_RESERVE_MB = 256;
/** The queries of a page follow each other within this; what is read again later is in the cache of the system. */
const SPARE_MEMORY_LINGER_MS = 2_000;
/** For queries that are made for it; more would take more memory than queries have. */
const MAX_QUERY_THREADS = 2;
/** Loads of so much take little memory, with two threads too. */
const SMALL_BACKLOG_BYTES = 2 * MEGABYTE;
const QUESTION_GRACE_MS = 10_000;
/** Loads are counted anew in every process. */
const STARTED_AT = Date.now();

interface OpenedParts {
  readonly instance: DuckDBInstance;
  readonly file: string;
  readonly target: DuckdbLoadTarget;
  readonly mutex: Mutex;
  readonly memory: QueryMemoryBudget;
  /** For setting the number of threads. */
  readonly threadSetter: DuckDBConnection;
  readonly checkpoints: CheckpointFolder;
  /** Bytes of the checkpoint that the store was built from; 0 when it was there. */
  readonly restoredBytes: number;
}

/** Everything that lives in the store process: the open database, the loader that fills it, the queries asked of it. */
export class StoreService {
  readonly #settings: StoreProcessSettings;
  readonly #send: (message: FromStore) => void;
  readonly #parts: OpenedParts;
  readonly #target: DuckdbLoadTarget;
  readonly #segments: FileSegmentDirectory;
  readonly #loader: Loader;
  readonly #keeper: CheckpointScheduler;
  readonly #removals: ErasureCompactor;
  /** Closed while the file is closed. */
  readonly #gate = new Gate();
  readonly #reopener: StoreReopener;
  readonly #store: AnalyticsStore;
  readonly #threads: QueryThreads;
  readonly #requests: StoreRequests;
  readonly #guard: QueryGuard;
  readonly #live: LiveTail;
  #failed: (error: unknown) => void = () => undefined;
  #renewed: () => void = () => undefined;

  static async open(settings: StoreProcessSettings, send: (message: FromStore) => void): Promise<StoreService> {
    const log = (level: StoreLogLine['level']) => (message: string) => send({ type: 'log', line: { level, message } });
    const checkpoints = new CheckpointFolder(settings.checkpointFolder);
    let restoredBytes = 0;
    const restore = async (connection: DuckDBConnection): Promise<void> => {
      const onProgress = (bytes: number, manifest: CheckpointManifest): void =>
        send({ type: 'status', status: restoring(bytes / bytesOf(manifest)) });
      const manifest = await restoreCheckpoint(connection, checkpoints, { onNotice: log('warn'), onProgress });
      if (manifest !== undefined) restoredBytes = bytesOf(manifest);
    };
    const { storeFolder: folder, memoryLimitMb, threads } = settings;
    const { instance, file } = await openStore({ folder, memoryLimitMb, threads, onNotice: log('warn'), restore });
    const mutex = new Mutex();
    const options = {
      file,
      filterBytes: settings.filterMb * MEGABYTE,
      walCapBytes: WAL_CAP_BYTES,
      mutex,
      onNotice: log('warn'),
      onUnbalanced: (items: number): void =>
        log('error')(`Received and stored counts differ by ${plural(items, 'item')} (bug, please report)`),
    };
    try {
      const memoryOptions = { ...settings, lingerMs: SPARE_MEMORY_LINGER_MS, onNotice: log('warn') };
      const memory = new QueryMemoryBudget(await connectTo(instance), memoryOptions);
      const target = await DuckdbLoadTarget.open(await connectTo(instance), { ...options, memory });
      return new StoreService(settings, send, {
        instance,
        file,
        target,
        mutex,
        memory,
        threadSetter: await connectTo(instance),
        checkpoints,
        restoredBytes,
      });
    } catch (error) {
      // Not every damage shows when the file is opened; without the mark the next process would fail alike.
      if (failureOf(error) !== undefined) await markSuspect(folder, textOf(error));
      throw error;
    }
  }

  private constructor(settings: StoreProcessSettings, send: (message: FromStore) => void, parts: OpenedParts) {
    this.#settings = settings;
    this.#send = send;
    this.#parts = parts;
    this.#target = parts.target;
    this.#segments = new FileSegmentDirectory(settings.logFolder, join(settings.storeFolder, 'scratch'));
    this.#loader = new Loader(this.#segments, this.#target, {
      bytesPerLoad: settings.loadMb * MEGABYTE,
      idleAfterMs: settings.idleMs,
      scanEveryMs: SCAN_EVERY_MS,
      onLoaded: (segment) => send({ type: 'loaded', segment }),
      onProgress: () => {
        this.sendStatus();
        this.#live.look();
      },
      onNotice: (message) => this.#log('warn', message),
    });
    this.#keeper = this.#checkpointKeeper();
    this.#removals = this.#removalKeeper();
    this.#reopener = this.#storeReopener();
    const maxRssBytes = (settings.memoryLimitMb + settings.queryMemoryMb + settings.filterMb + MAX_OTHER_MB) * MEGABYTE;
    this.#threads = new QueryThreads(parts.threadSetter, {
      threads: settings.threads,
      queryThreads: Math.max(settings.threads, Math.min(MAX_QUERY_THREADS, availableParallelism())),
      isQuiet: () => this.#loader.status().waitingBytes < SMALL_BACKLOG_BYTES,
      onNotice: (message) => this.#log('warn', message),
    });
    const analytics = new DuckdbAnalyticsStore({
      instance: parts.instance,
      mutex: parts.mutex,
      gate: this.#gate,
      queries: duckdbQueries,
      status: () => this.#status(),
      threads: this.#threads,
      maxRssBytes: maxRssBytes - GUARD_RESERVE_MB * MEGABYTE,
    });
    this.#store = new QueuedAnalyticsStore(analytics, parts.memory, () => this.#target.loads);
    this.#live = new LiveTail(
      this.#store,
      (id, fresh, upTo) => send({ type: 'fresh', id, fresh, upTo }),
      (message) => this.#log('warn', message),
    );
    this.#guard = new QueryGuard({
      maxRssBytes,
      graceMs: QUESTION_GRACE_MS,
      giveUp: (reason) => this.#endAtOnce(reason),
    });
    this.#requests = new StoreRequests({
      store: this.#store,
      kinds: duckdbQueries.map(({ kind }) => kind),
      live: this.#live,
      obey: (command) => this.#obey(command),
      send,
      began: (id, timeLimitMs) => this.#guard.begin(id, timeLimitMs),
      ended: (id) => this.#guard.end(id),
      cancelled: (id) => this.#guard.cancel(id),
      onFailure: (error) => this.#giveUp(error),
      timeLimitMs: QUERY_TIME_LIMIT_MS,
    });
  }

  /** Starts to load; `failed` or `renewed` is called once when the database must be opened anew. */
  async start(failed: (error: unknown) => void, renewed: () => void): Promise<void> {
    [this.#failed, this.#renewed] = [failed, renewed];
    await this.#loader.start((error) => void this.#giveUp(error));
    await this.#keeper.start();
    this.sendStatus();
    // A process that ended between a load and its message has left its parent in the dark.
    for (const { logId, upTo } of await this.#target.positions()) {
      this.#send({ type: 'loaded', segment: { logId, number: upTo } });
    }
  }

  receive(message: ToStore): Promise<void> {
    if (message.type !== 'wake') return this.#requests.receive(message);
    this.#loader.wake();
    return Promise.resolve();
  }

  /** To be called now and then. */
  tick(): void {
    this.#keeper.tick();
    if (this.#status().state === 'ready') this.#removals.tick();
    this.#reopener.tick();
    this.sendStatus();
  }

  sendStatus(): void {
    const { rebuiltShare: _, rebuildBytes: __, ...progress } = this.#loader.status();
    const rssBytes = process.memoryUsage.rss();
    const { status: checkpoint } = this.#keeper;
    this.#send({ type: 'status', status: { ...this.#status(), ...progress, rssBytes, checkpoint } });
  }

  async stop(): Promise<void> {
    this.#removals.stop();
    this.#reopener.stop();
    await this.#keeper.stop();
    await this.#loader.stop();
    await this.#target.close();
    await this.#parts.memory.close();
    await this.#threads.close();
    this.#parts.instance.closeSync();
  }

  /** An orderly end would wait for the very query that does not end. Nothing is lost: loads are whole or not at all. */
  #endAtOnce(reason: string): void {
    this.#log('error', `The store process stops itself: ${reason}`);
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  }

  #obey(command: StoreCommand): Promise<unknown> {
    switch (command.name) {
      case 'checkpoint':
        return this.#keeper.run(async (manifest) => infoOf(manifest));
      case 'copy':
        return this.#keeper.run(async (manifest) => {
          await copyStoreFiles(manifest, this.#parts.checkpoints, this.#segments, storeFilesIn(command.folder));
          return infoOf(manifest);
        });
    }
  }

  #checkpointKeeper(): CheckpointScheduler {
    const { instance, target, checkpoints: folder } = this.#parts;
    const onNotice = (message: string): void => this.#log('warn', message);
    const checkpoints = new StoreCheckpoints({ folder, target, connect: () => connectTo(instance), onNotice });
    return new CheckpointScheduler(checkpoints, {
      everyMs: this.#settings.checkpointEveryMs,
      withMemory: (work) =>
        this.#gate.enter(() => this.#parts.memory.during(work)).finally(() => this.#reopener.noteReadAll()),
      isQuiet: () => this.#loader.status().waitingSegments === 0,
      onCovered: (positions) => this.#loader.release(positions),
      onFailure: (message) => this.#log('error', message),
      onBroken: (error) => void this.#giveUp(error),
    });
  }

  #removalKeeper(): ErasureCompactor {
    const { storeFolder, eraseWithinMs } = this.#settings;
    const { target, file } = this.#parts;
    return new ErasureCompactor(
      { target, loader: this.#loader, checkpoints: this.#keeper, storeFolder, file },
      {
        withinMs: eraseWithinMs,
        onRenewed: () => this.#renewed(),
        onNotice: (message) => this.#log('error', message),
        onBroken: (error) => void this.#giveUp(error),
      },
    );
  }

  #storeReopener(): StoreReopener {
    return new StoreReopener(this.#target, {
      file: this.#parts.file,
      gate: this.#gate,
      memory: this.#parts.memory,
      isBuilt: this.#parts.restoredBytes > 0,
      afterRows: this.#settings.reopenAfterRows,
      aboveBytes:
        (this.#settings.memoryLimitMb +
          this.#settings.queryMemoryMb +
          this.#settings.filterMb +
          this.#settings.reopenAboveMb) *
        MEGABYTE,
      onReopened: (message) => this.#log('info', message),
      onNotice: (message) => this.#log('warn', message),
      onBroken: (error) => void this.#giveUp(error),
    });
  }

  #status() {
    const { rebuiltShare, rebuildBytes } = this.#loader.status();
    const { counters } = this.#target;
    const generation = `${STARTED_AT}.${this.#target.loads}`;
    if (rebuiltShare === undefined) return { state: 'ready' as const, generation, counters };
    const { restoredBytes } = this.#parts;
    const done = restoredBytes + rebuiltShare * rebuildBytes;
    return { state: 'rebuilding' as const, rebuiltShare: done / (restoredBytes + rebuildBytes), counters };
  }

  async #giveUp(error: unknown): Promise<void> {
    this.#log('error', `The store must be reopened: ${textOf(error)}`);
    if (error instanceof StoreFailure && (error.reason === 'corrupt' || error.reason === 'invalidated')) {
      await markSuspect(this.#settings.storeFolder, error.message);
    }
    this.#failed(error);
  }

  #log(level: StoreLogLine['level'], message: string): void {
    this.#send({ type: 'log', line: { level, message } });
  }
}

/** While a checkpoint is read back nothing else is known. */
const restoring = (share: number) => ({
  state: 'rebuilding' as const,
  // Segments follow, so it is not done when the checkpoint is.
  rebuiltShare: Math.min(share, 0.99),
  counters: noCounts,
  waitingSegments: 0,
  waitingBytes: 0,
  loadedBytes: 0,
  rssBytes: process.memoryUsage.rss(),
  checkpoint: {},
});

import { statfs } from 'node:fs/promises';
import { StoreProcess } from '../analytics/process/store-process.ts';
import { DeferredEventLog } from '../collect/event-log/deferred-event-log.ts';
import { FileEventLog } from '../collect/event-log/file/file-event-log.ts';
import { ChangesElsewhere } from '../control/change-elsewhere.ts';
import { EdgePublisher } from '../edge/edge-publisher.ts';
import { EdgeState } from '../edge/edge-state.ts';
import { LostChanges } from '../edge/snapshot-file/lost-changes.ts';
import { SnapshotFile } from '../edge/snapshot-file/snapshot-file.ts';
import { directoryPaths } from '../engines/files/data-directory/directory-paths.ts';
import { type DataDirectory, openDataDirectory } from '../engines/files/data-directory/open-data-directory.ts';
import { claimStoreEngine } from '../engines/files/data-directory/store-engine.ts';
import { DiskWait } from '../engines/files/disk-wait.ts';
import { readClickhouseLayout } from '../settings/read-clickhouse-layout.ts';
import type { Settings } from '../settings/read-settings.ts';
import { LoadingProgress } from '../telemetry/loading-progress.ts';
import type { Logger } from '../telemetry/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { openControl } from './control/open-control.ts';
import { storeSettings } from './store/store-settings.ts';

const MiB = 1024 * 1024;
const republishMs = 2_000;
const loadingSampleMs = 1_000;
const diskRetryMs = 1_000;

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/**
 * Everything that keeps something: the directory, the log, the store's process, the control plane and what is served of it.
 * All parts are there at once. They are open at once too, or, when the disk is full or read-only, as soon as it is not;
 * until then each refuses what it is asked as it does in any other outage. Nothing is written before the lock is held.
 */
export async function openStorage(settings: Settings, logger: Logger, version: string) {
  const paths = directoryPaths(settings.dataDir);
  let controlNotice: string | undefined;
  const onControlOpen: (() => void)[] = [];

  const store = new StoreProcess({
    ...storeSettings(settings, paths),
    clickhouseUrl: settings.clickhouseUrl,
    layout: readClickhouseLayout(settings),
    onLog: ({ level, message }) => logger[level]({ process: 'store' }, message),
  });
  const elsewhere = new ChangesElsewhere();
  const control = await openControl(settings, paths, {
    onState: (state) => {
      controlNotice = state.isAvailable ? undefined : state.reason;
      if (!state.isAvailable) logger.error({ reason: state.reason }, 'The control database is unavailable');
      else {
        if (!state.isNew) void publisher.publish();
        for (const listener of onControlOpen.splice(0)) listener();
      }
    },
    onChanged: () => void publisher.publish(),
    onChangeElsewhere: (change) => elsewhere.tell(change),
  });
  const state = new EdgeState();
  const lost = new LostChanges(paths.snapshotFile, logger);
  const publisher = new EdgePublisher({
    source: control,
    state,
    file: new SnapshotFile(paths.snapshotFile),
    lost,
    logger,
    retryMs: republishMs,
  });
  const log = new DeferredEventLog();
  store.onLoaded((segment) => log.release(segment));
  const loading = new LoadingProgress(() => {
    const { loadedBytes, visibleUpToMs, landedBytes = 0 } = store.status();
    const unloadedBytes = log.status().unloadedBytes + landedBytes;
    return { unloadedBytes, loadedBytes, ...(visibleUpToMs === undefined ? {} : { visibleUpToMs }) };
  });
  const sampling = setInterval(() => loading.sample(), loadingSampleMs).unref();
  const metrics = new Metrics({
    version,
    log: () => log.status(),
    store: () => store.status(),
    edge: () => ({ ...state.counters, isBehind: lost.notice !== undefined }),
    loading: () => loading.report(),
  });

  const opening = await DiskWait.begin(open, {
    retryMs: diskRetryMs,
    onProblem: (reason) => logger.error({ reason }, 'The data directory is not writable; waiting'),
  });

  /** All of it, or nothing. */
  async function open(): Promise<DataDirectory> {
    const directory = await openDataDirectory(settings.dataDir, { version });
    try {
      await claimStoreEngine(paths, settings.clickhouseUrl !== undefined);
      log.become(await openLog(directory));
    } catch (error) {
      await directory.close();
      throw error;
    }
    control.start(directory.isControlDbExpected);
    store.start();
    return directory;
  }

  async function openLog(directory: DataDirectory): Promise<FileEventLog> {
    return await FileEventLog.open({
      logRoot: paths.logRoot,
      maxUnloadedBytes: settings.maxBacklogBytes,
      minFreeBytes: await minFreeBytes(settings),
      isSyncOn: settings.sync,
      isInPlace: () => directory.isInPlace(),
      onSealed: () => store.sealed(),
      observe: {
        groupSynced: (records, _bytes, syncMs) => metrics.synced(syncMs, records),
        failed: (step, error) => {
          metrics.logFailed();
          logger.error({ err: error, step }, 'The event log failed');
        },
        recovered: (segments) => {
          for (const segment of segments) logger.info({ segment }, 'Recovered an unfinished segment');
        },
        lost: ({ records, events }) =>
          logger.error({ records, events }, 'Acknowledged records are missing at the end of the event log'),
        placeChanged: (isInPlace) => {
          if (isInPlace) logger.info({}, 'The data directory is back');
          else logger.error({}, 'The data directory was deleted or replaced: events are rejected until it is back');
          if (isInPlace) store.resume();
          else store.pause();
        },
      },
    });
  }

  function whyKeyUncertain(hash: string): string | undefined {
    if (lost.isKeyLost(hash)) return 'the control plane has lost changes, see /readyz';
    // Nobody else makes keys in a database of our own.
    if (settings.databaseUrl === undefined || controlNotice === undefined) return undefined;
    return 'the control database cannot be reached, see /readyz';
  }

  async function close(): Promise<void> {
    await opening.stop();
    await publisher.stop();
    await log.close();
    await store.stop();
    await control.close();
    clearInterval(sampling);
    metrics.stop();
    await opening.value?.close();
  }

  return {
    paths,
    opening,
    minFreeBytes: await minFreeBytes(settings),
    store,
    control,
    controlNotice: () => controlNotice,
    elsewhere,
    isControlShared: settings.databaseUrl !== undefined,
    /** Once, when the control plane can be used again. */
    onControlOpen: (listener: () => void) => void onControlOpen.push(listener),
    whyKeyUncertain,
    state,
    publisher,
    lost,
    log,
    metrics,
    loading,
    close,
  };
}

/** 512 MiB, or 5 % of a disk that is smaller than 10 GiB. */
async function minFreeBytes({ minFreeBytes: given, dataDir }: Settings): Promise<number> {
  if (given !== undefined) return given;
  const { blocks, bsize } = await statfs(dataDir);
  return Math.min(512 * MiB, Math.floor(blocks * bsize * 0.05));
}

import { statfs } from 'node:fs/promises';
import { openDataDirectory } from '../adapters/embedded/data-directory/open-data-directory.ts';
import { FileEventLog } from '../adapters/embedded/file-event-log/file-event-log.ts';
import { SqliteControlPlane } from '../adapters/embedded/sqlite-control/sqlite-control-plane.ts';
import { StoreProcess } from '../adapters/embedded/store-process/store-process.ts';
import type { Settings } from '../settings/read-settings.ts';
import { EdgePublisher } from '../snapshot/edge-publisher.ts';
import { EdgeState } from '../snapshot/edge-state.ts';
import { faultOfRegex } from '../snapshot/linear-regex.ts';
import { LostChanges } from '../snapshot/lost-changes.ts';
import { SnapshotFile } from '../snapshot/snapshot-file.ts';
import type { Logger } from '../telemetry/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';

const MiB = 1024 * 1024;
const hourMs = 3_600_000;
const republishMs = 2_000;

export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Everything that keeps something: the directory, the log, the store's process, the control plane and what is served of it. */
export async function openStorage(settings: Settings, logger: Logger, version: string) {
  const directory = await openDataDirectory(settings.dataDir, { version });
  const minFreeBytes = settings.minFreeBytes ?? (await defaultFreeBytes(directory.path));
  let controlNotice: string | undefined;

  const store = new StoreProcess({
    logFolder: directory.logRoot,
    storeFolder: directory.storeDir,
    memoryLimitMb: settings.storeMemoryMb,
    questionMemoryMb: settings.queryMemoryMb,
    threads: settings.storeThreads,
    filterMb: 64,
    loadMb: 16,
    idleMs: 1_000,
    checkpointFolder: directory.checkpointDir,
    checkpointEveryMs: settings.checkpointHours * hourMs,
    eraseWithinMs: settings.eraseWithinHours * hourMs,
    onLog: ({ level, message }) => logger[level]({ process: 'store' }, message),
  });
  const control = new SqliteControlPlane({
    path: directory.controlDb,
    mustExist: directory.isControlDbExpected,
    checkRegex: faultOfRegex,
    onState: (state) => {
      controlNotice = state.isAvailable ? undefined : state.reason;
      if (!state.isAvailable) logger.error({ reason: state.reason }, 'The control database cannot be used');
      else if (!state.isNew) void publisher.publish();
    },
  });
  const state = new EdgeState();
  const lost = new LostChanges(directory.snapshotFile, logger);
  const publisher = new EdgePublisher({
    source: control,
    state,
    file: new SnapshotFile(directory.snapshotFile),
    lost,
    logger,
    retryMs: republishMs,
  });
  const log = await FileEventLog.open({
    logRoot: directory.logRoot,
    maxUnloadedBytes: settings.maxBacklogBytes,
    minFreeBytes,
    isSyncOn: settings.sync,
    onSealed: () => store.sealed(),
    observe: {
      groupSynced: (records, _bytes, syncMs) => metrics.synced(syncMs, records),
      failed: (step, error) => {
        metrics.logFailed();
        logger.error({ err: error, step }, 'The event log met a failure');
      },
      recovered: (segments) => {
        for (const segment of segments) logger.info({ segment }, 'Recovered a segment that was being written');
      },
    },
  });
  store.onLoaded((segment) => log.release(segment));
  store.start();
  const metrics = new Metrics({
    version,
    log: () => log.status(),
    store: () => store.status(),
    edge: () => ({ ...state.counters, isBehind: lost.notice !== undefined }),
  });

  const close = async (): Promise<void> => {
    await publisher.stop();
    await log.close();
    await store.stop();
    await control.close();
    metrics.stop();
    await directory.close();
  };
  return {
    directory,
    minFreeBytes,
    store,
    control,
    controlNotice: () => controlNotice,
    state,
    publisher,
    lost,
    log,
    metrics,
    close,
  };
}

/** 512 MiB, or 5 % of a disk that is smaller than 10 GiB. */
async function defaultFreeBytes(path: string): Promise<number> {
  const { blocks, bsize } = await statfs(path);
  return Math.min(512 * MiB, Math.floor(blocks * bsize * 0.05));
}

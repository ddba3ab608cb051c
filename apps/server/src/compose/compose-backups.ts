import { basename } from 'node:path';
import type { EdgeTallies } from '../collect/ledger/edge-tallies.ts';
import { FileBackupMaker } from '../features/operations/backup/file-backup-maker.ts';
import { SharedBackupMaker } from '../features/operations/backup/shared-backup-maker.ts';
import { BackupJobs } from '../features/operations/backup-jobs.ts';
import { BackupSchedule } from '../features/operations/backup-schedule.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Edges } from './compose-edges.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Symbols } from './compose-symbols.ts';
import type { SharedFiles } from './open-file-storage.ts';
import type { Storage } from './open-storage.ts';

/** How long an edge may be silent before what it had begun is given up. */
const GONE_AFTER_MS = 60_000;

interface BackupParts {
  readonly tallies: EdgeTallies;
  readonly jobs: Jobs;
  readonly edges: Edges;
  readonly symbols: Symbols;
  readonly files: SharedFiles | undefined;
  readonly logger: Logger;
  readonly version: string;
}

/** Copies of the installation: when somebody asks, and every so often. */
export function composeBackups(
  storage: Storage,
  settings: Settings,
  { tallies, jobs: edgeJobs, edges, symbols, files, logger, version }: BackupParts,
) {
  const { control, log, paths, store } = storage;
  const local = new FileBackupMaker({
    folder: settings.backupDir ?? paths.backupDir,
    dataDirectory: paths,
    version,
    sealLog: async () => {
      await tallies.flush();
      await log.seal();
    },
    copyStore: async (folder) => void (await store.copyTo(folder)),
    copyControl: (path) => control.copyTo(path),
    bringNamed: () => symbols.bringAll(),
    namedFolders: [basename(paths.symbolDir), basename(paths.sdkDir)],
  });
  const maker = files?.isForBackups ? new SharedBackupMaker(local, files.storage) : local;
  const isAlive = async (id: string): Promise<boolean> =>
    (await edges.list()).some((edge) => edge.id === id && Date.now() - edge.seenAtMs < GONE_AFTER_MS);
  const { lease, stores } = edgeJobs.of('backups');
  const edge = { id: edges.id, name: edges.name, isAlive };
  const jobs = new BackupJobs({ jobs: control.jobs, scheduledJobs: stores.jobs, maker, edge, logger });
  const { backupEvery: everyMs = 0, backupKeep: keep } = settings;
  const isHere = () => lease.isHeld;
  const schedule =
    everyMs === 0 ? undefined : new BackupSchedule({ everyMs, keep, backups: jobs, maker, isHere, logger });

  return {
    jobs,
    /** Undefined where there is no schedule. */
    scheduleStatus: () => schedule?.status,
    /** What is left of an unfinished one is cleared away before the next one begins. */
    async start(): Promise<void> {
      try {
        await jobs.giveUpUnfinished();
      } catch (error) {
        logger.warn({ err: error }, 'Could not remove an unfinished backup');
      }
      schedule?.start();
    },
    async stop(): Promise<void> {
      await Promise.all([schedule?.stop(), jobs.stop()]);
    },
  };
}

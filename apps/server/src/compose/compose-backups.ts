import { basename } from 'node:path';
import type { EdgeTallies } from '../collect/ledger/edge-tallies.ts';
import { FileBackupMaker } from '../features/operations/backup/file-backup-maker.ts';
import { BackupJobs } from '../features/operations/backup-jobs.ts';
import { BackupSchedule } from '../features/operations/backup-schedule.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

interface BackupParts {
  readonly tallies: EdgeTallies;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly version: string;
}

/** Copies of the installation: when somebody asks, and every so often. */
export function composeBackups(
  storage: Storage,
  settings: Settings,
  { tallies, jobs: edgeJobs, logger, version }: BackupParts,
) {
  const { control, log, paths, store } = storage;
  const maker = new FileBackupMaker({
    folder: settings.backupDir ?? paths.backupDir,
    dataDirectory: paths,
    version,
    sealLog: async () => {
      await tallies.flush();
      await log.seal();
    },
    copyStore: async (folder) => void (await store.copyTo(folder)),
    copyControl: (path) => control.copyTo(path),
    namedFolders: [basename(paths.symbolDir), basename(paths.sdkDir)],
  });
  const jobs = new BackupJobs({ jobs: control.jobs, logger, maker });
  const { backupEvery: everyMs = 0, backupKeep: keep } = settings;
  const { lease } = edgeJobs.of('backups');
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
        logger.warn({ err: error }, 'What is left of an unfinished backup could not be cleared away');
      }
      schedule?.start();
    },
    async stop(): Promise<void> {
      await Promise.all([schedule?.stop(), jobs.stop()]);
    },
  };
}

import { BackupUnusable } from '../features/operations/backup/backup-manifest.ts';
import { type RestoredBackup, restoreStoredBackup } from '../features/operations/backup/restore-backup.ts';
import type { Settings } from '../settings/read-settings.ts';
import { openFileStorage } from './open-file-storage.ts';

/** Makes a new data directory of a backup in the bucket that the settings name. Throws BackupUnusable. */
export async function restoreFromStorage(name: string, dataDir: string, settings: Settings): Promise<RestoredBackup> {
  const files = await openFileStorage(settings);
  if (!files?.isForBackups) throw new BackupUnusable('LP_S3_BUCKET is not set: there is no bucket to restore from.');
  try {
    return await restoreStoredBackup(files.storage, name, dataDir);
  } finally {
    await files.storage.close();
  }
}

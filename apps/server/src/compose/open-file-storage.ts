import type { FileStorage } from '../engines/file-storage/file-storage.ts';
import { readS3Settings } from '../settings/read-s3-settings.ts';
import type { Settings } from '../settings/read-settings.ts';

export interface SharedFiles {
  readonly storage: FileStorage;
  /** Whether whole backups have a place in it: a database is none for copies of itself and of all events. */
  readonly isForBackups: boolean;
}

/** Where every edge reaches files; undefined: on the disk, for an installation of one edge. Loads what is asked for only. */
export async function openFileStorage(settings: Settings): Promise<SharedFiles | undefined> {
  const s3 = readS3Settings(settings);
  if (s3 !== undefined) {
    const { S3FileStorage } = await import('../engines/file-storage/s3/s3-file-storage.ts');
    return { storage: new S3FileStorage(s3), isForBackups: true };
  }
  const { databaseUrl: url } = settings;
  if (url === undefined) return undefined;
  const { PostgresFileStorage } = await import('../control/postgres/files/postgres-file-storage.ts');
  return { storage: new PostgresFileStorage({ url }), isForBackups: false };
}

import { isAbsolute, join, resolve } from 'node:path';
import { DirectoryFileStorage } from '../engines/file-storage/directory-file-storage.ts';
import type { FileStorage } from '../engines/file-storage/file-storage.ts';
import { EventExporter } from '../features/event-export/event-exporter.ts';
import { readS3Settings } from '../settings/read-s3-settings.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

/** The continuous export of events; undefined where LP_EXPORT_TO is not set. */
export async function composeEventExport(storage: Storage, settings: Settings, jobs: Jobs, logger: Logger) {
  const { exportTo } = settings;
  if (exportTo === undefined) return undefined;
  const target = await openTarget(settings, exportTo);
  const { lease, stores } = jobs.of('event export');
  const exporter = new EventExporter({
    targetName: exportTo,
    target,
    store: storage.store,
    jobs: stores.jobs,
    folder: join(storage.paths.exportDir, 'continuous'),
    isHere: () => lease.isHeld,
    logger,
  });
  return {
    status: () => exporter.status,
    start: () => exporter.start(),
    async stop(): Promise<void> {
      await exporter.stop();
      await target.close();
    },
  };
}

type Target = Pick<FileStorage, 'put' | 'find' | 'remove' | 'close'>;

async function openTarget(settings: Settings, exportTo: string): Promise<Target> {
  const [, s3Bucket, s3Prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(exportTo) ?? [];
  if (s3Bucket === undefined) return new DirectoryFileStorage(isAbsolute(exportTo) ? exportTo : resolve(exportTo));
  const s3 = readS3Settings({ ...settings, s3Bucket, s3Prefix });
  if (s3 === undefined)
    throw new Error('LP_EXPORT_TO names a bucket: set LP_S3_ACCESS_KEY_ID and LP_S3_SECRET_ACCESS_KEY');
  const { S3FileStorage } = await import('../engines/file-storage/s3/s3-file-storage.ts');
  return new S3FileStorage(s3);
}

import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isLogId, LOADED_FOLDER, QUARANTINE_FOLDER } from '../segment-names.ts';
import type { FileDriver } from './file-driver.ts';

export interface LogFolder {
  readonly logId: string;
  readonly path: string;
}

/** The log of this installation: the one folder below the root, made at the first start. */
export async function openLogFolder(driver: FileDriver, logRoot: string): Promise<LogFolder> {
  await driver.makeDirectory(logRoot);
  const found = (await driver.list(logRoot)).filter(isLogId);
  if (found.length > 1) {
    throw new Error(
      `${logRoot} contains several logs (${found.join(', ')}), but a process writes only one: keep one of them`,
    );
  }
  const logId = found[0] ?? randomUUID();
  const path = join(logRoot, logId);
  for (const folder of [path, join(path, LOADED_FOLDER), join(path, QUARANTINE_FOLDER)]) {
    await driver.makeDirectory(folder);
  }
  await Promise.all([path, logRoot, dirname(logRoot)].map((folder) => driver.syncDirectory(folder)));
  return { logId, path };
}

import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DatabaseRefused } from '../control/control-errors.ts';
import { FIRST_GENERATION } from '../edge/generation.ts';
import { readSnapshotFile, type StoredSnapshot } from '../edge/snapshot-file/read-snapshot-file.ts';
import type { DataDirectory } from '../engines/files/data-directory/open-data-directory.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

/** From the control plane, or from the file when that cannot be read. True when this is the very first start. */
export async function loadEdgeState(storage: Storage, directory: DataDirectory, logger: Logger): Promise<boolean> {
  const { control, lost, publisher, state } = storage;
  await lost.load();
  const { stored, failure } = await readStored(storage);
  try {
    const { isNew } = await control.ready();
    const isEmpty = isNew || (await control.members.count()) === 0;
    if (isEmpty && !(await takeOverFile(storage, directory, logger))) {
      await directory.noteControlDbCreated();
      publisher.begin(undefined, stored === undefined ? FIRST_GENERATION : undefined);
      return true;
    }
    publisher.begin(stored);
    await publisher.publish();
    if (!state.isLoaded) throw new Error('Could not read the served configuration');
  } catch (error) {
    if (error instanceof DatabaseRefused && (stored === undefined || !error.mayPass)) throw error;
    logger.error({ err: error }, 'Cannot read the control database; serving from the snapshot file');
    publisher.begin(stored);
    serve(storage, failure, logger);
  }
  return false;
}

/**
 * Whoever moves an installation to PostgreSQL changes one setting: the file that it had until then is taken over by the
 * first start, and put aside.
 */
async function takeOverFile({ control, paths, isControlShared }: Storage, directory: DataDirectory, logger: Logger) {
  if (!isControlShared || !directory.isControlDbExpected || !existsSync(paths.controlDb)) return false;
  const rows = await control.takeOver(paths.controlDb);
  await rename(paths.controlDb, `${paths.controlDb}.moved`);
  logger.info({ rows, kept: `${paths.controlDb}.moved` }, 'Moved the control database to PostgreSQL');
  return true;
}

/** For as long as the data directory cannot be opened. */
export async function serveSnapshotFile(storage: Storage, logger: Logger): Promise<void> {
  const { stored, failure } = await readStored(storage);
  storage.publisher.remember(stored);
  serve(storage, failure, logger);
}

function serve({ publisher, state }: Storage, failure: unknown, logger: Logger): void {
  if (state.isLoaded || publisher.serveStored()) return;
  const words = 'Cannot read the snapshot file either; requests with a key get 503 until one of them can be read';
  logger.error({ err: failure }, words);
}

async function readStored({
  paths,
}: Storage): Promise<{ readonly stored?: StoredSnapshot; readonly failure?: unknown }> {
  try {
    return { stored: await readSnapshotFile(paths.snapshotFile) };
  } catch (failure) {
    return { failure };
  }
}

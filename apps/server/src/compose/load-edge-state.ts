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
    if (isNew || (await control.members.count()) === 0) {
      await directory.noteControlDbCreated();
      publisher.begin(undefined, stored === undefined ? FIRST_GENERATION : undefined);
      return true;
    }
    publisher.begin(stored);
    await publisher.publish();
    if (!state.isLoaded) throw new Error('What is served could not be read');
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    logger.error({ err: error }, 'The control plane cannot be read; serving from the snapshot file');
    publisher.begin(stored);
    serve(storage, failure, logger);
  }
  return false;
}

/** For as long as the data directory cannot be opened. */
export async function serveSnapshotFile(storage: Storage, logger: Logger): Promise<void> {
  const { stored, failure } = await readStored(storage);
  storage.publisher.remember(stored);
  serve(storage, failure, logger);
}

function serve({ publisher, state }: Storage, failure: unknown, logger: Logger): void {
  if (state.isLoaded || publisher.serveStored()) return;
  const words = 'The snapshot file cannot be read either; keyed requests are answered 503 until one can';
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

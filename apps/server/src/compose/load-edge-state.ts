import { FIRST_GENERATION } from '../snapshot/generation.ts';
import { readSnapshotFile, type StoredSnapshot } from '../snapshot/read-snapshot-file.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

/** From the control plane, or from the file when that cannot be read. True when this is the very first start. */
export async function loadEdgeState(storage: Storage, logger: Logger): Promise<boolean> {
  const { control, directory, lost, publisher, state } = storage;
  await lost.load();
  let stored: StoredSnapshot | undefined;
  let fileError: unknown;
  try {
    stored = await readSnapshotFile(directory.snapshotFile);
  } catch (error) {
    fileError = error;
  }
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
    logger.error({ err: error }, 'The control plane cannot be read; serving from the snapshot file');
    publisher.begin(stored);
    if (!publisher.serveStored()) {
      logger.error({ err: fileError }, 'Nor can the snapshot file; keyed requests are answered 503 until one can');
    }
  }
  return false;
}

import { readSnapshotFile } from '../snapshot/snapshot-file.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

/** From the control plane, or from the file when that cannot be read. True when this is the very first start. */
export async function loadEdgeState(storage: Storage, logger: Logger): Promise<boolean> {
  const { control, directory, publisher, state } = storage;
  try {
    const { isNew } = await control.ready();
    if (isNew || (await control.members.count()) === 0) {
      await directory.noteControlDbCreated();
      return true;
    }
    await publisher.publish();
  } catch (error) {
    logger.error({ err: error }, 'The control plane cannot be read; serving from the snapshot file');
    try {
      state.swap(await readSnapshotFile(directory.snapshotFile));
    } catch (fileError) {
      logger.error({ err: fileError }, 'Nor can the snapshot file; keyed requests are answered 503 until one can');
    }
  }
  return false;
}

import type { DataDirectory } from '../adapters/embedded/data-directory/open-data-directory.ts';
import { readSnapshotFile } from '../snapshot/snapshot-file.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

/** From the control plane, or from the file when that cannot be read. True when this is the very first start. */
export async function loadEdgeState(storage: Storage, directory: DataDirectory, logger: Logger): Promise<boolean> {
  const { control, publisher } = storage;
  try {
    const { isNew } = await control.ready();
    if (isNew || (await control.members.count()) === 0) {
      await directory.noteControlDbCreated();
      return true;
    }
    await publisher.publish();
  } catch (error) {
    logger.error({ err: error }, 'The control plane cannot be read; serving from the snapshot file');
    await serveSnapshotFile(storage, logger);
  }
  return false;
}

/** For as long as the control plane cannot be read. */
export async function serveSnapshotFile({ paths, state }: Storage, logger: Logger): Promise<void> {
  if (state.isLoaded) return;
  try {
    state.swap(await readSnapshotFile(paths.snapshotFile));
  } catch (error) {
    logger.error(
      { err: error },
      'The snapshot file cannot be read either; keyed requests are answered 503 until one can',
    );
  }
}

import { join } from 'node:path';
import { Erasure } from '../../analytics/clickhouse/erasure/erasure.ts';
import { AttemptLoader } from '../../analytics/clickhouse/loading/attempt-loader.ts';
import { ClickhouseLoadTarget } from '../../analytics/clickhouse/loading/clickhouse-load-target.ts';
import { ScratchStore } from '../../analytics/clickhouse/loading/scratch-store.ts';
import { SegmentShipper } from '../../analytics/clickhouse/loading/segment-shipper.ts';
import { FileSegmentDirectory } from '../../collect/loader/file-segment-directory.ts';
import type { AttemptStore } from '../../control/attempts/attempt-store.ts';
import type { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import type { DirectoryPaths } from '../../engines/files/data-directory/directory-paths.ts';
import { readClickhouseLayout } from '../../settings/read-clickhouse-layout.ts';
import type { Settings } from '../../settings/read-settings.ts';

const MEGABYTE = 1024 * 1024;
const LOAD_BYTES = 16 * MEGABYTE;

/** Sends what stands in the log of this directory, and loads that and what other edges have sent. */
export async function loadShipped(
  settings: Settings,
  paths: DirectoryPaths,
  client: ClickhouseClient,
  attempts: AttemptStore,
): Promise<void> {
  const layout = readClickhouseLayout(settings);
  const folder = join(paths.path, 'migration', 'loading');
  const onNotice = (): void => undefined;
  const shipper = new SegmentShipper({
    directory: new FileSegmentDirectory(paths.logRoot, join(folder, 'scratch')),
    client,
    layout,
    attempts,
    bytesPerShipment: LOAD_BYTES,
    maxLandedBytes: Number.POSITIVE_INFINITY,
    onShipped: onNotice,
    onNotice,
  });
  await shipper.shipAll();
  const { loaders } = await attempts.committed();
  for (let loader = 1; loader <= loaders; loader++) await load(loader);

  async function load(loader: number): Promise<void> {
    const { storeMemoryMb: memoryLimitMb, storeThreads: threads } = settings;
    const scratch = await ScratchStore.open({ folder, memoryLimitMb, threads });
    try {
      const linkBytes = (settings.idFilterMb * MEGABYTE) / 2;
      const target = new ClickhouseLoadTarget({ client, scratch, folder, linkBytes, onUnbalanced: onNotice });
      const erasure = new Erasure(client, scratch.connection, layout);
      const made = new AttemptLoader({
        loader,
        client,
        attempts,
        open: async () => ({ target, erasure }),
        folder,
        bytesPerAttempt: LOAD_BYTES,
        onNotice,
      });
      while (await made.loadSome());
    } finally {
      scratch.close();
    }
  }
}

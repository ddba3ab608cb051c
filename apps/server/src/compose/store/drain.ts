import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClickhouse } from '../../analytics/clickhouse/connect-clickhouse.ts';
import { SegmentShipper } from '../../analytics/clickhouse/loading/segment-shipper.ts';
import { FileEventLog } from '../../collect/event-log/file/file-event-log.ts';
import { FileSegmentDirectory } from '../../collect/loader/file-segment-directory.ts';
import { directoryPaths } from '../../engines/files/data-directory/directory-paths.ts';
import { openDataDirectory } from '../../engines/files/data-directory/open-data-directory.ts';
import { readClickhouseLayout } from '../../settings/read-clickhouse-layout.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { MoveRefused } from '../migrate/move-refused.ts';

export interface Drained {
  readonly segments: number;
  readonly bytes: number;
}

const BYTES_PER_SHIPMENT = 16 * 1024 * 1024;

/**
 * Sends what stands in the log of an edge that runs no more, from whatever machine its disk is attached to. What it had
 * sent already changes nothing.
 */
export async function drain(settings: Settings, version: string): Promise<Drained> {
  const { dataDir, databaseUrl, clickhouseUrl } = settings;
  if (databaseUrl === undefined || clickhouseUrl === undefined) {
    throw new MoveRefused('Set LP_DATABASE_URL and LP_CLICKHOUSE_URL to the same values as on the other servers.');
  }
  const layout = readClickhouseLayout(settings);
  const paths = directoryPaths(dataDir);
  // Opening would make a directory where there is none.
  await access(paths.logRoot);
  const directory = await openDataDirectory(dataDir, { version });
  try {
    await sealLog(paths.logRoot);
    const { PostgresControlPlane } = await import('../control/postgres-control-plane.ts');
    const control = new PostgresControlPlane({ url: databaseUrl });
    control.start();
    const client = await connectClickhouse(clickhouseUrl, layout);
    try {
      await control.ready();
      let segments = 0;
      const shipper = new SegmentShipper({
        directory: new FileSegmentDirectory(paths.logRoot, join(paths.storeDir, 'scratch')),
        client,
        layout,
        attempts: control.attempts,
        bytesPerShipment: BYTES_PER_SHIPMENT,
        maxLandedBytes: Number.POSITIVE_INFINITY,
        onShipped: () => {
          segments += 1;
        },
        onNotice: () => undefined,
      });
      await shipper.shipAll();
      return { segments, bytes: shipper.status.shippedBytes };
    } finally {
      await client.close();
      await control.close();
    }
  } finally {
    await directory.close();
  }
}

/** A segment that was being written when the edge was lost is cut to what was acknowledged, and sealed. */
export async function sealLog(logRoot: string): Promise<void> {
  const log = await FileEventLog.open({
    logRoot,
    maxUnloadedBytes: Number.MAX_SAFE_INTEGER,
    minFreeBytes: 0,
    isSyncOn: true,
    isInPlace: () => true,
    onSealed: () => undefined,
  });
  await log.close();
}

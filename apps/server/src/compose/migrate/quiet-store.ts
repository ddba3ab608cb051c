import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { openReadOnly } from '../../analytics/duckdb/open-read-only.ts';
import { DuckdbAnalyticsStore } from '../../analytics/duckdb/queries/duckdb-analytics-store.ts';
import { noCounts } from '../../analytics/no-counts.ts';
import type { StoreProcessSettings, StoreProcessStatus } from '../../analytics/process/store-messages.ts';
import { Gate } from '../../engines/duckdb/gate.ts';
import { Mutex } from '../../engines/duckdb/mutex.ts';
import { duckdbQueries } from '../store/duckdb-queries.ts';

/** A store of DuckDB that nobody writes to. */
export interface QuietStore {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
  readonly analytics: AnalyticsStore;
  close(): void;
}

/** Everything that stands in the log is loaded, so that the file holds all there is. */
export async function settleStore(settings: StoreProcessSettings): Promise<void> {
  const { StoreService } = await import('../store/store-service.ts');
  let status: Omit<StoreProcessStatus, 'restarts'> | undefined;
  const service = await StoreService.open(settings, (message) => {
    if (message.type === 'status') status = message.status;
  });
  await new Promise<void>((resolve, reject) => {
    const look = setInterval(() => {
      service.tick();
      if (status?.state !== 'ready' || status.waitingSegments > 0) return;
      clearInterval(look);
      resolve();
    }, LOOK_EVERY_MS);
    service
      .start(reject, () => reject(new Error('The store was replaced while it was being read; try again.')))
      .catch(reject);
  });
  await service.stop();
}

const LOOK_EVERY_MS = 50;

export async function openQuietStore(file: string, memoryLimitMb: number, folder: string): Promise<QuietStore> {
  const { instance, connection } = await openReadOnly(file, memoryLimitMb, folder);
  const analytics = new DuckdbAnalyticsStore({
    instance,
    mutex: new Mutex(),
    gate: new Gate(),
    queries: duckdbQueries,
    status: () => ({ state: 'ready', counters: noCounts }),
  });
  return {
    instance,
    connection,
    analytics,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

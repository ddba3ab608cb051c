import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectClickhouse } from '../../analytics/clickhouse/connect-clickhouse.ts';
import { copyToClickhouse } from '../../analytics/clickhouse/moving/copy-to-clickhouse.ts';
import { fetchRows, insertRows } from '../../analytics/clickhouse/moving/copy-to-duckdb.ts';
import { ClickhouseAnalyticsStore } from '../../analytics/clickhouse/queries/clickhouse-analytics-store.ts';
import type { VisibleAttempts } from '../../analytics/clickhouse/visible.ts';
import { readPositions, savePositions } from '../../analytics/duckdb/loading/load-positions.ts';
import { addCounts, readTotals } from '../../analytics/duckdb/loading/load-totals.ts';
import { openStore } from '../../analytics/duckdb/open-store.ts';
import { noCounts } from '../../analytics/no-counts.ts';
import type { ClickhouseClient } from '../../engines/clickhouse/clickhouse-client.ts';
import { type DirectoryPaths, directoryPaths } from '../../engines/files/data-directory/directory-paths.ts';
import { openDataDirectory } from '../../engines/files/data-directory/open-data-directory.ts';
import { storeEngineMark } from '../../engines/files/data-directory/store-engine.ts';
import { readClickhouseLayout } from '../../settings/read-clickhouse-layout.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { clickhouseQueries } from '../store/clickhouse-queries.ts';
import { sealLog } from '../store/drain.ts';
import { storeSettings } from '../store/store-settings.ts';
import { type Comparison, compareStores } from './compare-stores.ts';
import { listRefusedSql } from './list-refused-sql.ts';
import { loadShipped } from './load-shipped.ts';
import { MoveRefused } from './move-refused.ts';
import { type MovedControl, openMovedControl } from './open-moved-control.ts';
import { openQuietStore, settleStore } from './quiet-store.ts';

export interface MoveListener {
  readonly step: (title: string) => void;
  readonly progress: (done: number, all: number) => void;
}

export interface Moved extends Comparison {
  readonly rows: number;
  /** Statements of people that the new store cannot run. */
  readonly refusedSql: readonly string[];
}

const MOVED = '.moved';
const QUERY_MEMORY_MB = 1_024;

/**
 * Moves the analytics store of a stopped server to ClickHouse, and what people edit to PostgreSQL where that is set.
 * Nothing of the old store is removed: it stays beside, under another name, until somebody deletes it.
 */
export async function moveToClickhouse(settings: Settings, version: string, listener: MoveListener): Promise<Moved> {
  const url = requireUrl(settings);
  const paths = directoryPaths(settings.dataDir);
  const file = join(paths.storeDir, 'store.duckdb');
  if (!existsSync(file)) throw new MoveRefused(`There is no DuckDB store in ${paths.storeDir}: nothing to migrate.`);
  return await inDirectory(settings, version, async ({ known, target, takeOver }) => {
    const client = await connectClickhouse(url, readClickhouseLayout(settings));
    const folder = await workFolder(paths);
    try {
      if ((await target.attempts.committed()).newest > 0) {
        throw new MoveRefused('ClickHouse already contains events of this installation. Use an empty database.');
      }
      listener.step('Loading the event log');
      await sealLog(paths.logRoot);
      await settleStore({ ...storeSettings(settings, paths), isShared: false });
      const source = await openQuietStore(file, QUERY_MEMORY_MB, folder);
      try {
        listener.step('Copying rows');
        let rows = 0;
        const newest = await copyToClickhouse({
          connection: source.connection,
          client,
          layout: readClickhouseLayout(settings),
          folder,
          onProgress: (done, all) => {
            rows = all;
            listener.progress(done, all);
          },
        });
        listener.step('Comparing reports');
        const after = storeOver(client, { newest, hidden: [] });
        const comparison = await compareStores(source.analytics, after, known, (done) => listener.progress(done, done));
        const refusedSql = await listRefusedSql(after, known);
        if (comparison.differences.length > 0) return { rows, refusedSql, ...comparison };
        const positions = [...(await readPositions(source.connection)).values()];
        const { counters } = await readTotals(source.connection);
        const logs = positions.map((position) => ({ ...position, segmentEnd: { number: 0, uncountedRecords: 0 } }));
        await takeOver();
        await target.attempts.adopt(newest, logs, { ...counters });
        return { rows, refusedSql, ...comparison };
      } finally {
        source.close();
      }
    } finally {
      await client.close();
    }
  }).then(async (moved) => {
    if (moved.differences.length > 0) return moved;
    await rename(file, `${file}${MOVED}`);
    if (existsSync(`${file}.wal`)) await rename(`${file}.wal`, `${file}.wal${MOVED}`);
    if (existsSync(paths.checkpointDir)) await rename(paths.checkpointDir, `${paths.checkpointDir}${MOVED}`);
    await writeFile(storeEngineMark(paths), '');
    await rm(join(paths.path, 'migration'), { recursive: true, force: true });
    return moved;
  });
}

/** Brings everything back into a data directory, for a server of one machine. All edges must have stopped. */
export async function moveToEmbedded(settings: Settings, version: string, listener: MoveListener): Promise<Moved> {
  const url = requireUrl(settings);
  const paths = directoryPaths(settings.dataDir);
  const file = join(paths.storeDir, 'store.duckdb');
  if (existsSync(file)) throw new MoveRefused(`There is already a DuckDB store in ${paths.storeDir}.`);
  return await inDirectory(settings, version, async ({ target: control }) => {
    const client = await connectClickhouse(url, readClickhouseLayout(settings));
    const folder = await workFolder(paths);
    try {
      listener.step('Loading the segments that the servers have sent');
      await sealLog(paths.logRoot);
      await loadShipped(settings, paths, client, control.attempts);
      const committed = await control.attempts.committed();
      listener.step('Fetching rows');
      let rows = 0;
      const parts = await fetchRows({
        client,
        visible: committed,
        folder,
        onProgress: (done, all) => {
          rows = all;
          listener.progress(done, all);
        },
      });
      listener.step('Building the store');
      const logs = await control.attempts.logs();
      const { instance } = await openStore({
        folder: paths.storeDir,
        memoryLimitMb: QUERY_MEMORY_MB,
        threads: settings.storeThreads,
        onNotice: () => undefined,
        restore: async (connection) => {
          await insertRows(connection, parts);
          await savePositions(connection, logs, { lastLoad: 0, counters: addCounts(noCounts, committed.counters) });
        },
      });
      instance.closeSync();
      listener.step('Comparing reports');
      const target = await openQuietStore(file, QUERY_MEMORY_MB, folder);
      try {
        const before = storeOver(client, committed);
        const comparison = await compareStores(before, target.analytics, control, (done) =>
          listener.progress(done, done),
        );
        if (comparison.differences.length === 0 && settings.databaseUrl !== undefined) {
          await control.copyTo(paths.controlDb);
        }
        return { rows, refusedSql: await listRefusedSql(target.analytics, control), ...comparison };
      } finally {
        target.close();
      }
    } finally {
      await client.close();
    }
  }).then(async (moved) => {
    if (moved.differences.length > 0) {
      await rename(file, `${file}.differs`);
      return moved;
    }
    await rm(storeEngineMark(paths), { force: true });
    await rm(join(paths.path, 'migration'), { recursive: true, force: true });
    return moved;
  });
}

function requireUrl({ clickhouseUrl }: Settings): string {
  if (clickhouseUrl === undefined)
    throw new MoveRefused('LP_CLICKHOUSE_URL is not set: it must name the ClickHouse to migrate.');
  return clickhouseUrl;
}

async function workFolder(paths: DirectoryPaths): Promise<string> {
  const folder = join(paths.path, 'migration');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** With the lock of the data directory, and the control plane that the settings ask for. */
async function inDirectory<T>(
  settings: Settings,
  version: string,
  work: (control: MovedControl) => Promise<T>,
): Promise<T> {
  const directory = await openDataDirectory(settings.dataDir, { version });
  try {
    const control = await openMovedControl(settings, directory);
    try {
      return await work(control);
    } finally {
      await control.close();
    }
  } finally {
    await directory.close();
  }
}

const storeOver = (client: ClickhouseClient, visible: VisibleAttempts): ClickhouseAnalyticsStore =>
  new ClickhouseAnalyticsStore({
    client,
    queries: clickhouseQueries,
    status: () => ({ state: 'ready', counters: noCounts }),
    visible: () => visible,
  });

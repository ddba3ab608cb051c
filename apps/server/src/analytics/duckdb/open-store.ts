import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdb } from '../../engines/duckdb/duckdb.ts';
import { failPointValue } from '../../telemetry/fail-points.ts';
import { buildRollups } from './rollups/build-rollups.ts';
import { quoted } from './sql-text.ts';
import { isCorrupt, isLockHeld, textOf } from './store-errors.ts';
import {
  createTables,
  laterTables,
  nameFormat,
  ROW_GROUP_SIZE,
  STORAGE_VERSION,
  STORE_FORMAT,
  tables,
} from './store-schema.ts';

export interface StoreOptions {
  /** Folder of the database file, its spill files and what was moved aside. */
  readonly folder: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
  readonly onNotice: (message: string) => void;
  /** Fills a new store with what is known from elsewhere. */
  readonly restore?: (connection: DuckDBConnection) => Promise<void>;
}

export interface OpenedStore {
  readonly instance: DuckDBInstance;
  readonly file: string;
}

/** Of every database of the store. */
export const attachOptions = `ROW_GROUP_SIZE ${ROW_GROUP_SIZE}, STORAGE_VERSION '${STORAGE_VERSION}'`;
const LOCK_PATIENCE_MS = 15_000;
const SUSPECT_MARK = 'suspect';
const UNFINISHED_MARK = 'unfinished';
const SPILL_FOLDER = 'spill';
/** The new file of a compaction (see compact-store.ts). */
export const FRESH_FILE = 'fresh.duckdb';
const LEFTOVERS = [SPILL_FOLDER, FRESH_FILE, `${FRESH_FILE}.wal`];

/**
 * Opens the store, or makes a new one where there is none, it is corrupt, or it has another format;
 * the old files are moved aside, never deleted. A lock that a dying predecessor still holds is waited for.
 */
export async function openStore(options: StoreOptions): Promise<OpenedStore> {
  await mkdir(options.folder, { recursive: true });
  const file = join(options.folder, 'store.duckdb');
  if (existsSync(join(options.folder, UNFINISHED_MARK))) await removeUnfinished(options.folder);
  // What a process that died was about to write.
  for (const name of LEFTOVERS) await rm(join(options.folder, name), { recursive: true, force: true });
  const giveUpAt = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const isNew = !existsSync(file);
    const instance = await createInstance(options);
    try {
      const connection = await connectTo(instance);
      await attachStore(connection, file);
      if (isNew) await create(connection, options);
      for (const name of laterTables) {
        await connection.run(`CREATE TABLE IF NOT EXISTS store.${name} (${tables[name]})`);
      }
      await verify(connection, existsSync(join(options.folder, SUSPECT_MARK)));
      await buildRollups(connection, options.onNotice);
      connection.closeSync();
      await rm(join(options.folder, SUSPECT_MARK), { force: true });
      return { instance, file };
    } catch (error) {
      instance.closeSync();
      if (isLockHeld(error) && performance.now() < giveUpAt) {
        await pause(100);
      } else if (!isNew && (error instanceof OtherFormat || isCorrupt(error))) {
        const aside = await moveAside(options.folder);
        options.onNotice(`Store moved to ${aside}, rebuilding from the log: ${textOf(error)}`);
      } else throw error;
    }
  }
}

/** Under the name that all statements use. */
export async function attachStore(connection: DuckDBConnection, file: string): Promise<void> {
  await connection.run(`ATTACH ${quoted(file)} AS store (${attachOptions})`);
}

/** Makes the next open read everything before it trusts the file. */
export const markSuspect = (folder: string, reason: string): Promise<void> =>
  writeFile(join(folder, SUSPECT_MARK), reason);

/** Sessions of the store read zone-less times as UTC. */
export async function connectTo(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

class OtherFormat extends Error {}

const createInstance = (options: StoreOptions): Promise<DuckDBInstance> =>
  duckdb.DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${options.memoryLimitMb}MB`,
    temp_directory: join(options.folder, SPILL_FOLDER),
    // Beyond it a query is too heavy: the disk is the event log's.
    max_temp_directory_size: '4GB',
    // Tests look for bytes in files.
    ...(failPointValue('compression') === 'off' ? { force_compression: 'uncompressed' } : {}),
    // The loader chooses the moments: a checkpoint and the log's syncs share a disk.
    checkpoint_threshold: '1TB',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    late_materialization_max_rows: '1000',
    // A defect of DuckDB met by a statement of a user, which only reads, is that statement's error and nobody else's. In
    // whatever writes it still ends the use of the database: see failureOf.
    disable_database_invalidation: 'true',
    // A checkpoint would write whole row groups again to merge them with the rest of a load.
    max_vacuum_tasks: '0',
    // A segment is read once.
    enable_external_file_cache: 'false',
    // Buffers go back to the system soon after use: the process stays small.
    write_buffer_row_group_count: '1',
    allocator_flush_threshold: '8MB',
    allocator_bulk_deallocation_flush_threshold: '16MB',
    allocator_background_threads: 'true',
  });

/** Filling it takes several transactions; one that was not finished is begun again. */
async function create(connection: DuckDBConnection, { folder, restore }: StoreOptions): Promise<void> {
  await writeFile(join(folder, UNFINISHED_MARK), '');
  await connection.run('BEGIN');
  for (const sql of createTables) await connection.run(sql);
  await connection.run('COMMIT');
  await restore?.(connection);
  await connection.run(nameFormat);
  await connection.run('CHECKPOINT store');
  await rm(join(folder, UNFINISHED_MARK), { force: true });
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('store.duckdb')) await rm(join(folder, name));
  }
  await rm(join(folder, UNFINISHED_MARK), { force: true });
}

async function verify(connection: DuckDBConnection, isSuspect: boolean): Promise<void> {
  const found = await connection.run("SELECT table_name FROM duckdb_tables() WHERE database_name = 'store'");
  const names = new Set((await found.getRowsJS()).map(([name]) => String(name)));
  const absent = Object.keys(tables).filter((name) => !names.has(name));
  if (absent.length > 0) throw new OtherFormat(`the store is missing ${absent.join(', ')}`);
  const result = await connection.run('SELECT max(format)::INTEGER FROM store.store_format');
  const format = Number((await result.getRowsJS())[0]?.[0]);
  if (format !== STORE_FORMAT) throw new OtherFormat(`the store has format ${format}, not ${STORE_FORMAT}`);
  if (!isSuspect) return;
  for (const name of Object.keys(tables)) await connection.run(`SELECT max(hash(COLUMNS(*))) FROM store.${name}`);
}

async function moveAside(folder: string): Promise<string> {
  const aside = join(folder, `aside-${new Date().toISOString().replaceAll(':', '-')}`);
  await mkdir(aside, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith('store.duckdb')) await rename(join(folder, name), join(aside, name));
  }
  return aside;
}

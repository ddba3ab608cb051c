import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdb } from '../../../engines/duckdb/duckdb.ts';
import { connectTo } from '../../duckdb/open-store.ts';
import { recentTables, tables } from '../../duckdb/store-schema.ts';

export interface ScratchStoreOptions {
  /** Where DuckDB puts what does not fit into its memory. */
  readonly folder: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
}

/**
 * A DuckDB store in memory that takes segments apart for ClickHouse: the code that fills a store of one machine fills it,
 * so both engines get the same rows. `store` holds the rows of the attempt at hand; `recent` what ClickHouse has already
 * and a load must know of: ids, replays. Erasures and expiries stand in `store` as well, as ClickHouse has them.
 */
export class ScratchStore {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;

  static async open({ folder, memoryLimitMb, threads }: ScratchStoreOptions): Promise<ScratchStore> {
    await mkdir(folder, { recursive: true });
    const instance = await duckdb.DuckDBInstance.create(':memory:', {
      threads: String(threads),
      memory_limit: `${memoryLimitMb}MB`,
      temp_directory: join(folder, 'spill'),
      max_temp_directory_size: '4GB',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allocator_flush_threshold: '8MB',
      allocator_bulk_deallocation_flush_threshold: '16MB',
      allocator_background_threads: 'true',
    });
    const scratch = new ScratchStore(instance, await connectTo(instance));
    for (const schema of ['store', 'recent']) await scratch.connection.run(`CREATE SCHEMA ${schema}`);
    await scratch.clear([]);
    return scratch;
  }

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.instance = instance;
    this.connection = connection;
  }

  /** New tables, because deleted rows would keep their memory. */
  async clear(kept: readonly string[]): Promise<void> {
    for (const [name, columns] of Object.entries(tables)) {
      if (!kept.includes(name))
        await this.connection.run(`CREATE OR REPLACE TABLE store.${name} (${inMemory(columns)})`);
    }
    for (const name of recentTables) {
      await this.connection.run(`CREATE OR REPLACE TABLE recent.${name} (${inMemory(tables[name])})`);
    }
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }
}

/** Nothing is compressed in memory. */
const inMemory = (columns: string): string => columns.replaceAll(' USING COMPRESSION zstd', '');

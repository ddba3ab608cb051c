import { dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { HashColumns } from '../id-index/hash-columns.ts';
import { IdIndex, type IdIndexOptions } from '../id-index/id-index.ts';
import type { LogRanges } from '../id-index/log-ranges.ts';
import { RunDamaged } from '../id-index/run-pages.ts';
import { columnsEverywhere } from '../recent-rows.ts';
import { StoreFailure, textOf } from '../store-errors.ts';
import type { KnownIds } from './known-ids.ts';
import { forEachHash, hashHalves, rangesIn } from './read-hashes.ts';

/** Tables whose rows have ids. */
const identified = ['events', 'crashes', 'metrics', 'failed_events'];
/** An index that has this many times the ids of the store is made anew: most of them have expired. */
const MAX_SURPLUS = 2;
const MIN_SURPLUS_IDS = 1_000_000;
/** Eight megabytes of memory, and a file of four; less where there is little memory. */
const MAX_RUN_IDS = 524_288;
const BYTES_PER_RUN_ID = 16;

/** Knows which ids the store has, so that a load asks it about hardly any. */
export class SeenIds implements KnownIds {
  readonly #options: IdIndexOptions;
  readonly #onNotice: (message: string) => void;
  #index: IdIndex | undefined;

  constructor(options: IdIndexOptions, onNotice: (message: string) => void) {
    this.#options = options;
    this.#onNotice = onNotice;
  }

  /** Opens what an earlier process has left, or reads the ids of the store, which takes a while when there are many. */
  async open(connection: DuckDBConnection, storeId: string, lastLoad: number): Promise<void> {
    if (this.#index !== undefined) return;
    const kept = await IdIndex.open(this.#options, storeId, lastLoad);
    if (kept !== undefined && !(await isMostlySurplus(connection, kept))) this.#index = kept;
    else {
      await kept?.close();
      this.#index = await this.#fill(connection, storeId, lastLoad);
    }
  }

  find(low: number, high: number): LogRanges | undefined {
    try {
      return this.#opened.find(low, high);
    } catch (error) {
      if (!(error instanceof RunDamaged)) throw error;
      this.#opened.invalidate();
      throw new StoreFailure('ids_damaged', error);
    }
  }

  /** To be called with the ids of a load before its commit. */
  add(hashes: readonly HashColumns[], ranges: LogRanges): void {
    this.#opened.add(hashes, ranges);
  }

  /** On disk before the store commits them. */
  beforeCommit(load: number): Promise<void> {
    return this.#opened.beforeCommit(load);
  }

  async close(): Promise<void> {
    await this.#index?.close();
  }

  get #opened(): IdIndex {
    if (this.#index === undefined) throw new Error('the index of ids is not open');
    return this.#index;
  }

  async #fill(connection: DuckDBConnection, storeId: string, lastLoad: number): Promise<IdIndex> {
    const index = await IdIndex.create(this.#options, storeId);
    const rows = await countRows(connection, identified);
    if (rows > MIN_SURPLUS_IDS) this.#onNotice(`Reading the ids of ${rows} stored rows to find duplicates`);
    const ranges = await rangesIn(connection, unionOf(identified.map((table) => withId(table, 'log_tag, seq'))));
    const hashes = unionOf([
      ...identified.map((table) => withId(table, 'h')),
      '(SELECT h FROM store.erased_ids WHERE h IS NOT NULL)',
    ]);
    await forEachHash(connection, `SELECT ${hashHalves('h')} FROM ${hashes}`, (columns) => index.fill(columns, ranges));
    await index.filled(lastLoad);
    return index;
  }
}

const withId = (table: string, columns: string): string => columnsEverywhere(table, columns, 'h IS NOT NULL');
const unionOf = (sources: readonly string[]): string => `(${sources.join(' UNION ALL ')})`;

async function isMostlySurplus(connection: DuckDBConnection, { ids }: IdIndex): Promise<boolean> {
  if (ids < MIN_SURPLUS_IDS) return false;
  return ids > MAX_SURPLUS * (await countRows(connection, [...identified, 'erased_ids']));
}

async function countRows(connection: DuckDBConnection, tables: readonly string[]): Promise<number> {
  const counts = tables.map((table) => `(SELECT count(*) FROM store.${table})`).join(' + ');
  const [[rows] = []] = await (await connection.run(`SELECT (${counts})::DOUBLE`)).getRowsJS();
  return Number(rows);
}

/** Of a store, in files beside it. */
export function seenIdsOf({
  file,
  filterBytes,
  onNotice,
  ...options
}: {
  readonly file: string;
  readonly filterBytes: number;
  readonly runIds?: number;
  readonly onNotice: (message: string) => void;
}): SeenIds {
  const runIds = options.runIds ?? Math.ceil(Math.min(MAX_RUN_IDS, Math.max(1, filterBytes / BYTES_PER_RUN_ID)));
  const onMergeFailed = (error: unknown): void => onNotice(`Could not merge the files of stored ids: ${textOf(error)}`);
  return new SeenIds({ folder: join(dirname(file), 'ids'), filterBytes, runIds, onMergeFailed }, onNotice);
}

import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../recent-rows.ts';
import { forEachHash, type HashColumns, hashHalves } from './hash-columns.ts';
import { IdFilter } from './id-filter.ts';

const storedHashes = ['events', 'crashes', 'metrics', 'failed_events']
  .map((table) => `SELECT h FROM ${everywhere(table)} WHERE h IS NOT NULL`)
  .concat('SELECT h FROM store.erased_ids')
  .join(' UNION ALL ');

/**
 * Knows which ids may be stored already, so that a load of new events needs no look into the store.
 * Above its memory cap it knows nothing and calls every id a suspect: slower, never wrong.
 */
export class SeenIds {
  readonly #maxBytes: number;
  #filter: IdFilter | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isKnowing(): boolean {
    return this.#filter !== undefined;
  }

  mayHave(low: number, high: number): boolean {
    return this.#filter === undefined || this.#filter.has(low, high);
  }

  /** To be called with hashes that are in the store, after their commit. */
  async add(connection: DuckDBConnection, hashes: readonly HashColumns[]): Promise<void> {
    const filter = this.#filter;
    if (filter === undefined) return;
    const count = hashes.reduce((sum, { low }) => sum + low.length, 0);
    if (filter.size + count > filter.capacity) return this.fill(connection);
    for (const { low, high } of hashes) addAll(filter, low, high);
  }

  /** Reads every stored hash into a filter with some room; slots come in powers of two, so it grows by doubling. */
  async fill(connection: DuckDBConnection): Promise<void> {
    this.#filter = undefined;
    const counted = await connection.run(`SELECT count(*)::DOUBLE FROM (${storedHashes})`);
    const stored = Number((await counted.getRowsJS())[0]?.[0] ?? 0);
    const capacity = Math.max(MIN_CAPACITY, Math.ceil(stored * 1.1) + ROOM_FOR_A_LOAD);
    if (IdFilter.bytesFor(capacity) > this.#maxBytes) return;
    const filter = new IdFilter(capacity);
    await forEachHash(connection, `SELECT ${hashHalves('h')} FROM (${storedHashes})`, ({ low, high }) =>
      addAll(filter, low, high),
    );
    this.#filter = filter;
  }
}

const MIN_CAPACITY = 400_000;
const ROOM_FOR_A_LOAD = 100_000;

function addAll(filter: IdFilter, low: Uint32Array, high: Uint32Array): void {
  for (let at = 0; at < low.length; at++) filter.add(low[at] as number, high[at] as number);
}

import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoreCounters } from '../../../analytics/analytics-store.ts';
import {
  isCoveredBy,
  type LoadOutcome,
  type LoadTarget,
  type LogPosition,
  type SegmentFile,
  type SegmentToLoad,
} from '../../../analytics/load-target.ts';
import { noCounts } from '../../../analytics/no-counts.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import { LoadHashes } from './find-duplicates.ts';
import { readPositions, savePosition } from './load-positions.ts';
import { addCounts, type LoadTotals, readTotals, trimLoads } from './load-totals.ts';
import { insertLost } from './lost-stretches.ts';
import { SeenIds } from './seen-ids.ts';
import { failureOf, isFromSurroundings, isOutOfMemory, StatementError, StoreFailure, textOf } from './store-errors.ts';
import { storeFiles } from './store-files.ts';

export interface LoadTargetOptions {
  readonly file: string;
  /** Memory that the filter in front of the stored ids may take. */
  readonly filterBytes: number;
  /** Above this much unmerged log of its own the store merges it at once and not at the next quiet moment. */
  readonly walCapBytes: number;
}

const WAL_WORTH_MERGING_BYTES = 4 * 1024 * 1024;
const MERGE_ANYWAY_AFTER_MS = 60_000;
const TRIM_EVERY_LOADS = 20_000;

/** Loads one transaction at a time over a connection of its own. */
export class DuckdbLoadTarget implements LoadTarget {
  readonly #connection: DuckDBConnection;
  readonly #options: LoadTargetOptions;
  readonly #seen: SeenIds;
  #positions: ReadonlyMap<string, LogPosition>;
  #totals: LoadTotals;
  #mergedAt = performance.now();

  static async open(connection: DuckDBConnection, options: LoadTargetOptions): Promise<DuckdbLoadTarget> {
    await connection.run(trimLoads);
    const seen = new SeenIds(options.filterBytes);
    await seen.fill(connection);
    return new DuckdbLoadTarget(
      connection,
      options,
      seen,
      await readPositions(connection),
      await readTotals(connection),
    );
  }

  private constructor(
    connection: DuckDBConnection,
    options: LoadTargetOptions,
    seen: SeenIds,
    positions: ReadonlyMap<string, LogPosition>,
    totals: LoadTotals,
  ) {
    this.#connection = connection;
    this.#options = options;
    this.#seen = seen;
    this.#positions = positions;
    this.#totals = totals;
  }

  get counters(): StoreCounters {
    return this.#totals.counters;
  }

  async positions(): Promise<readonly LogPosition[]> {
    return [...this.#positions.values()];
  }

  async load(segments: readonly SegmentToLoad[]): Promise<LoadOutcome> {
    const logId = segments[0]?.logId ?? '';
    const position = this.#positions.get(logId);
    const fresh = segments.filter((segment) => !isCoveredBy(position, segment.number));
    if (fresh.length === 0) return { outcome: 'loaded', storedEvents: 0, duplicateEvents: 0 };
    const hashes = new LoadHashes();
    const stored = await this.#inTransaction(() => this.#store(fresh, position, hashes));
    if (stored.outcome !== 'stored') return stored;
    await this.#commit();
    this.#positions = new Map(this.#positions).set(logId, stored.position);
    this.#totals = stored.totals;
    await this.#afterLoad(hashes);
    const { storedEvents, duplicateEvents } = stored.counts;
    return { outcome: 'loaded', storedEvents, duplicateEvents };
  }

  async probe(file: SegmentFile): ReturnType<LoadTarget['probe']> {
    const outcome = await this.#inTransaction(() =>
      storeFiles(this.#connection, [file], 0, new LoadHashes(), this.#seen),
    );
    if (outcome.outcome === 'refused') return outcome;
    if (outcome.outcome === 'stored') await this.#rollback();
    return { outcome: 'loaded', storedEvents: 0, duplicateEvents: 0 };
  }

  async idle(): Promise<void> {
    const bytes = await this.#walBytes();
    const isDue = performance.now() - this.#mergedAt > MERGE_ANYWAY_AFTER_MS && bytes > 0;
    if (bytes >= WAL_WORTH_MERGING_BYTES || isDue) await this.#merge();
  }

  /** Leaves nothing that the next open would have to replay. */
  async close(): Promise<void> {
    await this.#merge();
    this.#connection.closeSync();
  }

  async #store(segments: readonly SegmentToLoad[], position: LogPosition | undefined, hashes: LoadHashes) {
    const connection = this.#connection;
    const [{ logId } = { logId: '' }] = segments;
    const logTag = Number.parseInt(logId.slice(0, 8), 16);
    let counts: StoreCounters = noCounts;
    for (const files of roundsOf(segments)) {
      const outcome = await storeFiles(connection, files, logTag, hashes, this.#seen);
      if (outcome.outcome !== 'stored') return outcome;
      counts = addCounts(counts, outcome.counts);
    }
    for (const segment of segments) counts = addCounts(counts, await insertLost(connection, segment, logTag));
    const saved = await savePosition(connection, logId, position, segments, this.#totals, counts);
    failPoint('loader.inserted');
    return { outcome: 'stored' as const, ...saved, counts };
  }

  /** Runs the work and leaves the transaction open only when it answers `stored`. */
  async #inTransaction<T extends { readonly outcome: string }>(
    work: () => Promise<T>,
  ): Promise<T | Extract<LoadOutcome, { outcome: 'refused' }>> {
    await this.#connection.run('BEGIN');
    try {
      const result = await work();
      if (result.outcome !== 'stored') await this.#rollback();
      return result;
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== undefined) throw failure;
      await this.#rollback();
      if (!(error instanceof StatementError)) throw error;
      if (isFromSurroundings(error) && !isOutOfMemory(error)) throw error;
      return { outcome: 'refused', reason: textOf(error), isTransient: isFromSurroundings(error) };
    }
  }

  async #rollback(): Promise<void> {
    try {
      await this.#connection.run('ROLLBACK');
    } catch (error) {
      throw new StoreFailure('invalidated', error);
    }
  }

  /** An error here says nothing about whether the commit is durable: only a new look at the file does. */
  async #commit(): Promise<void> {
    try {
      await this.#connection.run('COMMIT');
      failPoint('loader.committed');
    } catch (error) {
      throw new StoreFailure('commit_unknown', error);
    }
  }

  async #afterLoad(hashes: LoadHashes): Promise<void> {
    await this.#seen.add(this.#connection, hashes.columns);
    if (this.#totals.lastLoad % TRIM_EVERY_LOADS === 0) await this.#connection.run(trimLoads);
    if ((await this.#walBytes()) > this.#options.walCapBytes) await this.#merge();
  }

  async #merge(): Promise<void> {
    this.#mergedAt = performance.now();
    try {
      await this.#connection.run('CHECKPOINT store');
    } catch (error) {
      throw failureOf(error) ?? error;
    }
  }

  async #walBytes(): Promise<number> {
    try {
      return (await stat(`${this.#options.file}.wal`)).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
  }
}

/** Whole segments are read together; the parts of one that was taken apart one after the other. */
function roundsOf(segments: readonly SegmentToLoad[]): readonly (readonly SegmentFile[])[] {
  const files = segments.flatMap((segment) => segment.files);
  if (files.length === 0) return [];
  return segments.every((segment) => segment.files.length <= 1) ? [files] : files.map((file) => [file]);
}

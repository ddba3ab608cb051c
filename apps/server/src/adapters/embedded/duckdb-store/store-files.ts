import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoreCounters } from '../../../analytics/analytics-store.ts';
import type { SegmentFile } from '../../../analytics/load-target.ts';
import { failPoint, failPointValue } from '../../../telemetry/fail-points.ts';
import { findDuplicates, type LoadHashes } from './find-duplicates.ts';
import type { SeenIds } from './seen-ids.ts';
import { GOOD, UNREADABLE } from './stage-batches.ts';
import { kindsIn, recordsIn, type StagedKind } from './staged-kinds.ts';
import { StatementError } from './store-errors.ts';

export type StoredFiles =
  | { readonly outcome: 'stored'; readonly counts: Partial<StoreCounters> }
  | { readonly outcome: 'unreadable'; readonly readableSequences: ReadonlySet<number> };

/** Stage, deduplicate, insert: inside a transaction that the caller opened and ends. */
export async function storeFiles(
  connection: DuckDBConnection,
  files: readonly SegmentFile[],
  logTag: number,
  hashes: LoadHashes,
  seen: SeenIds,
): Promise<StoredFiles> {
  const kinds = kindsIn(files);
  const good = new Map<StagedKind, number>();
  for (const kind of kinds) {
    await run(connection, `CREATE OR REPLACE TEMP TABLE ${kind.stage} AS ${kind.select(files, logTag)}`);
    const { records, unreadable, rows } = await countStaged(connection, kind);
    const isComplete = kind.recordKind === undefined || records === recordsIn(files, kind.recordKind);
    if (!isComplete || unreadable > 0) {
      return { outcome: 'unreadable', readableSequences: await readableSequences(connection, kinds, files, logTag) };
    }
    good.set(kind, rows);
  }
  failPoint('loader.staged');
  // Tests switch it off to see that it is what keeps repeats out.
  const isDeduplicating = failPointValue('loader.dedup') !== 'off';
  const withIds = kinds.filter((kind) => kind.hasIds);
  const hasRepeats = isDeduplicating && (await findDuplicates(connection, withIds, hashes, seen));
  failPoint('loader.deduplicated');
  let counts: Partial<StoreCounters> = {};
  for (const kind of kinds) {
    const unless = hasRepeats ? `AND rowid NOT IN (SELECT rid FROM repeats WHERE stage = '${kind.stage}')` : '';
    const inserted = await run(
      connection,
      `INSERT INTO store.${kind.table} BY NAME SELECT * EXCLUDE (state) FROM ${kind.stage} WHERE state = ${GOOD} ${unless}`,
    );
    counts = { ...counts, ...countsOf(kind, inserted.rowsChanged, (good.get(kind) ?? 0) - inserted.rowsChanged) };
    // Staged rows would otherwise stay in memory until the next load.
    await run(connection, `DROP TABLE ${kind.stage}`);
  }
  return { outcome: 'stored', counts };
}

async function run(connection: DuckDBConnection, sql: string) {
  try {
    return await connection.run(sql);
  } catch (error) {
    throw new StatementError(error);
  }
}

async function countStaged(connection: DuckDBConnection, { stage }: StagedKind) {
  const result = await run(
    connection,
    `SELECT count(*) FILTER (idx = 0), count(*) FILTER (state = ${UNREADABLE}), count(*) FILTER (state = ${GOOD})
      FROM ${stage}`,
  );
  const [records, unreadable, rows] = ((await result.getRowsJS())[0] ?? []).map(Number);
  return { records: records ?? 0, unreadable: unreadable ?? 0, rows: rows ?? 0 };
}

async function readableSequences(
  connection: DuckDBConnection,
  kinds: readonly StagedKind[],
  files: readonly SegmentFile[],
  logTag: number,
): Promise<ReadonlySet<number>> {
  const readable = new Set<number>();
  for (const kind of kinds.filter(({ recordKind }) => recordKind !== undefined)) {
    await run(connection, `CREATE OR REPLACE TEMP TABLE ${kind.stage} AS ${kind.select(files, logTag)}`);
    const result = await run(
      connection,
      `SELECT seq FROM ${kind.stage} GROUP BY seq HAVING max(state) < ${UNREADABLE}`,
    );
    for (const [sequence] of await result.getRowsJS()) readable.add(Number(sequence));
  }
  return readable;
}

function countsOf({ table }: StagedKind, stored: number, duplicates: number): Partial<StoreCounters> {
  if (table === 'events') return { storedEvents: stored, duplicateEvents: duplicates };
  if (table === 'crashes') return { storedCrashes: stored, duplicateCrashes: duplicates };
  if (table === 'metrics') return { storedMetrics: stored, duplicateMetrics: duplicates };
  return table === 'failed_events' ? { failedEvents: stored } : {};
}

import type { DuckDBConnection } from '@duckdb/node-api';
import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { failPoint, failPointValue } from '../../../telemetry/fail-points.ts';
import type { StoreCounters } from '../../analytics-store.ts';
import { noCounts } from '../../no-counts.ts';
import type { LoadLinks } from '../deduplication/event-links.ts';
import { findDuplicates, type LoadHashes } from '../deduplication/find-duplicates.ts';
import type { KnownIds } from '../deduplication/known-ids.ts';
import type { LogRanges } from '../id-index/log-ranges.ts';
import type { LoadLedger } from '../loading/load-ledger.ts';
import { addCounts } from '../loading/load-totals.ts';
import { GOOD, UNREADABLE } from '../loading/stage-batches.ts';
import { kindsIn, recordsIn, type StagedKind } from '../loading/staged-kinds.ts';
import { findRepeatedReplays, insertReplays } from '../loading/store-replays.ts';
import type { Destination } from '../recent-rows.ts';
import type { Rollups } from '../rollups/rollups.ts';
import { StatementError } from '../store-errors.ts';
import type { LoadRemovals } from './removals.ts';

/** What the temp table of a kind holds. */
interface Stage {
  readonly rows: number;
  /** Which records the rows with an id come from. */
  readonly ranges: LogRanges;
  /** Whether rows say which user an anonymous id belongs to. */
  readonly hasLinks: boolean;
}

/** Files whose rows stand in temp tables, ready to be stored. */
export interface StagedFiles {
  readonly outcome: 'staged';
  readonly stages: ReadonlyMap<StagedKind, Stage>;
}

export type Staging = StagedFiles | { readonly outcome: 'unreadable'; readonly readableSequences: ReadonlySet<number> };

/** What a load knows of the store, and what it finds out for it. */
export interface LoadNotes {
  readonly hashes: LoadHashes;
  readonly seen: KnownIds;
  readonly ledger: LoadLedger;
  readonly links: LoadLinks;
  readonly removals: LoadRemovals;
  /** Of the store, if it has some. */
  readonly rollups?: Rollups;
}

/** Reads the files. Nothing vanishes: every record must come out, or the staging is unreadable. */
export async function stageFiles(
  connection: DuckDBConnection,
  files: readonly SegmentFile[],
  logTag: number,
): Promise<Staging> {
  const kinds = kindsIn(files);
  const stages = new Map<StagedKind, Stage>();
  for (const kind of kinds) {
    await run(connection, `CREATE OR REPLACE TEMP TABLE ${kind.stage} AS ${kind.select(files, logTag)}`);
    const { records, unreadable, ...stage } = await look(connection, kind, logTag);
    const isComplete = kind.recordKind === undefined || records === recordsIn(files, kind.recordKind);
    if (!isComplete || unreadable > 0) {
      return { outcome: 'unreadable', readableSequences: await readableSequences(connection, kinds, files, logTag) };
    }
    stages.set(kind, stage);
  }
  failPoint('loader.staged');
  return { outcome: 'staged', stages };
}

/** The same files when so many rows of each kind were marked as not to be stored. */
export function withoutMarked({ stages }: StagedFiles, marked: ReadonlyMap<StagedKind, number>): StagedFiles {
  const left = [...stages].map(([kind, stage]): [StagedKind, Stage] => {
    return [kind, { ...stage, rows: stage.rows - (marked.get(kind) ?? 0) }];
  });
  return { outcome: 'staged', stages: new Map(left) };
}

/** Stores what is staged, repeats left out, inside a transaction that the caller opened and ends. */
export async function insertStaged(
  connection: DuckDBConnection,
  { stages }: StagedFiles,
  destination: Destination,
  { hashes, seen, ledger, links, removals, rollups }: LoadNotes,
): Promise<Partial<StoreCounters>> {
  // Tests switch it off to see that it is what keeps repeats out.
  const isDeduplicating = failPointValue('loader.dedup') !== 'off';
  const all = [...stages].map(([kind, { ranges }]) => ({ ...kind, ranges }));
  const withIds = all.filter((kind) => kind.hasIds);
  const hasRepeats = (await findDuplicates(connection, withIds, hashes, seen)) && isDeduplicating;
  const replays = all.find(({ recordKind }) => recordKind === 'replay');
  if (replays !== undefined) await findRepeatedReplays(connection, hasRepeats, replays, hashes, seen);
  failPoint('loader.deduplicated');
  let counts: StoreCounters = noCounts;
  for (const [kind, { rows, hasLinks }] of stages) {
    const isRepeat =
      hasRepeats || replays !== undefined
        ? `rowid IN (SELECT rid FROM repeats WHERE stage = '${kind.stage}')`
        : 'false';
    const stored = kind.table === undefined ? 0 : await insertStage(connection, kind, destination, isRepeat);
    counts = addCounts(counts, countsOf(kind, stored, rows - stored));
    await ledger.takeStage(connection, kind, isRepeat);
    if (kind.recordKind === 'erase' || kind.recordKind === 'expire') {
      await removals.takeStage(connection, kind.recordKind, kind.stage);
    }
    if (kind.recordKind === 'replay') await insertReplays(connection, destination);
    if (hasLinks) await links.takeStage(connection, kind.stage, isRepeat, destination);
    if (destination === 'store' && (kind.table === 'events' || kind.table === 'metrics')) {
      await rollups?.add(connection, kind.table, kind.stage, isStored(isRepeat));
    }
    // Staged rows would otherwise stay in memory until the next load.
    await run(connection, `DROP TABLE ${kind.stage}`);
  }
  return counts;
}

const isStored = (isRepeat: string): string => `state = ${GOOD} AND NOT (${isRepeat})`;

async function insertStage(
  connection: DuckDBConnection,
  { table, stage, ledger, notStored = [] }: StagedKind,
  destination: Destination,
  isRepeat: string,
): Promise<number> {
  const left = ['state', ...(ledger === undefined ? [] : ['item_kind', 'items']), ...notStored];
  const { rowsChanged } = await run(
    connection,
    `INSERT INTO ${destination}.${table} BY NAME
      SELECT * EXCLUDE (${left.join(', ')}) FROM ${stage} WHERE ${isStored(isRepeat)}`,
  );
  return rowsChanged;
}

async function run(connection: DuckDBConnection, sql: string) {
  try {
    return await connection.run(sql);
  } catch (error) {
    throw new StatementError(error);
  }
}

async function look(connection: DuckDBConnection, { stage, table, hasIds, recordKind }: StagedKind, logTag: number) {
  const hasHashes = hasIds || recordKind === 'replay';
  const sequences = hasHashes ? 'min(seq) FILTER (h IS NOT NULL), max(seq) FILTER (h IS NOT NULL)' : 'NULL, NULL';
  const hasLink = table === 'events' ? 'bool_or(user_id IS NOT NULL AND anonymous_id IS NOT NULL)' : 'false';
  const result = await run(
    connection,
    `SELECT count(*) FILTER (idx = 0), count(*) FILTER (state = ${UNREADABLE}), count(*) FILTER (state = ${GOOD}),
      ${sequences}, ${hasLink} FROM ${stage}`,
  );
  const [records, unreadable, rows, first, last, hasLinks] = (await result.getRowsJS())[0] ?? [];
  return {
    records: Number(records),
    unreadable: Number(unreadable),
    rows: Number(rows),
    ranges: first === null ? noRanges : { [logTag]: [Number(first), Number(last)] as const },
    hasLinks: hasLinks === true,
  };
}

const noRanges: LogRanges = {};

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

function countsOf({ table, recordKind }: StagedKind, stored: number, duplicates: number): Partial<StoreCounters> {
  // It was received with the batch that it came in.
  if (recordKind === 'replay') return { storedEvents: stored };
  if (table === 'events') return { storedEvents: stored, duplicateEvents: duplicates };
  if (table === 'crashes') return { storedCrashes: stored, duplicateCrashes: duplicates };
  if (table === 'metrics') return { storedMetrics: stored, duplicateMetrics: duplicates };
  return table === 'failed_events' ? { failedEvents: stored } : {};
}

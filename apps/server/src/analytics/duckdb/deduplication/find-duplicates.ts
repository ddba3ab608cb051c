import type { DuckDBConnection } from '@duckdb/node-api';
import { type HashColumns, sortedHashes } from '../id-index/hash-columns.ts';
import { IdFilter } from '../id-index/id-filter.ts';
import { joinRanges, type LogRanges } from '../id-index/log-ranges.ts';
import { columnsEverywhere } from '../recent-rows.ts';
import type { KnownIds } from './known-ids.ts';
import { forEachHash, hashHalves } from './read-hashes.ts';

/** Beyond this, naming the suspects costs more than asking the store about everything that is staged. */
const MAX_NAMED_SUSPECTS = 2_000;

/** Hashes of stages, and which records of their log they come from. */
export interface StagedHashes {
  readonly columns: readonly HashColumns[];
  readonly ranges: LogRanges;
}

/** Staged ids that may be repeats. */
export interface Suspects {
  /** As decimal text. */
  readonly hashes: ReadonlySet<string>;
  /** Where those stand that the store may have: nowhere else must be looked. */
  readonly stored: LogRanges;
}

/** What one load has staged so far; a load in parts must also see its own earlier parts. */
export class LoadHashes {
  readonly columns: HashColumns[] = [];
  ranges: LogRanges = {};
  /** Something came again that was erased. */
  hasReturned = false;
  #inLoad = new IdFilter(0);

  take({ columns, ranges }: StagedHashes, seen: KnownIds): Suspects {
    this.#makeRoom(columns);
    const hashes = new Set<string>();
    let stored: LogRanges = {};
    let last: LogRanges | undefined;
    // In the order in which the index has them: neighbours are looked up in the same memory.
    const sorted = sortedHashes(columns);
    const words = new Uint32Array(sorted.buffer);
    for (let at = 0; at < sorted.length; at++) {
      const [low, high] = [words[2 * at] as number, words[2 * at + 1] as number];
      const isRepeatInLoad = !this.#inLoad.add(low, high);
      const found = seen.find(low, high);
      if (found !== undefined && found !== last) stored = joinRanges(stored, found);
      last = found ?? last;
      if (isRepeatInLoad || found !== undefined) hashes.add(String(sorted[at]));
    }
    this.columns.push(...columns);
    this.ranges = joinRanges(this.ranges, ranges);
    return { hashes, stored };
  }

  #makeRoom(staged: readonly HashColumns[]): void {
    const count = staged.reduce((sum, { low }) => sum + low.length, 0);
    if (this.#inLoad.size + count <= this.#inLoad.capacity) return;
    this.#inLoad = new IdFilter((this.#inLoad.size + count) * 2);
    for (const { low, high } of this.columns) {
      for (let at = 0; at < low.length; at++) this.#inLoad.add(low[at] as number, high[at] as number);
    }
  }
}

/** A stage with ids, and which records the rows that have one come from. */
export interface StageWithIds {
  readonly stage: string;
  readonly ranges: LogRanges;
}

export async function stagedHashes(
  connection: DuckDBConnection,
  stages: readonly StageWithIds[],
): Promise<StagedHashes> {
  const columns: HashColumns[] = [];
  for (const { stage } of stages) {
    const sql = `SELECT ${hashHalves('h')} FROM ${stage} WHERE h IS NOT NULL`;
    await forEachHash(connection, sql, ({ low, high }) => columns.push({ low: low.slice(), high: high.slice() }));
  }
  return { columns, ranges: joinRanges(...stages.map(({ ranges }) => ranges)) };
}

/**
 * Leaves the temp table `repeats (stage, rid)`: staged rows whose id is stored or stands earlier in the stage.
 * Answers whether there are any. Hashes name the suspects, the ids decide.
 */
export async function findDuplicates(
  connection: DuckDBConnection,
  stages: readonly StageWithIds[],
  hashes: LoadHashes,
  seen: KnownIds,
): Promise<boolean> {
  const suspects = hashes.take(await stagedHashes(connection, stages), seen);
  if (suspects.hashes.size === 0) return false;
  await connection.run(`CREATE OR REPLACE TEMP TABLE suspects AS ${suspectsSql(stages, suspects.hashes)}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE stored_suspects AS ${storedSuspects(suspects.stored)}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE repeats AS ${repeatsSql(stages)}`);
  const result = await connection.run(`SELECT (SELECT count(*)::INTEGER FROM repeats),
    EXISTS (SELECT 1 FROM stored_suspects WHERE id IS NULL)`);
  const [[repeats, hasReturned] = []] = await result.getRowsJS();
  hashes.hasReturned ||= hasReturned === true;
  return Number(repeats ?? 0) > 0;
}

function suspectsSql(stages: readonly StageWithIds[], suspects: ReadonlySet<string>): string {
  return suspects.size > MAX_NAMED_SUSPECTS
    ? `SELECT DISTINCT h FROM (${stages.map(({ stage }) => `SELECT h FROM ${stage} WHERE h IS NOT NULL`).join(' UNION ALL ')})`
    : `SELECT unnest([${[...suspects].join(', ')}]::UBIGINT[]) AS h`;
}

const idText = 'coalesce(id_uuid::VARCHAR, id_text)';

/** Rows stand in the order of the log, so a stretch of it is found without reading the rest of the store. */
function storedSuspects(stored: LogRanges): string {
  const sequences = Object.values(stored).flat();
  const isThere = `seq BETWEEN ${Math.min(...sequences)} AND ${Math.max(...sequences)}`;
  const isSuspect = sequences.length === 0 ? 'false' : `${isThere} AND h IN (SELECT h FROM suspects)`;
  return (
    ['events', 'crashes', 'metrics', 'failed_events']
      .map((table) => columnsEverywhere(table, `h, e, ${idText} AS id`, isSuspect))
      // Of what was erased only the hash is left, so that decides by itself.
      .concat('(SELECT h, e, NULL AS id FROM store.erased_ids WHERE h IN (SELECT h FROM suspects))')
      .join(' UNION ALL ')
  );
}

/** Failed events count their index from a high bit; masked, it orders them among the events of their record. */
const repeatsSql = (stages: readonly StageWithIds[]): string => `
  WITH staged AS (${stages
    .map(
      ({ stage }) => `SELECT '${stage}' AS stage, rowid AS rid, h, e, ${idText} AS id, seq, idx & 268435455 AS idx
        FROM ${stage} WHERE h IN (SELECT h FROM suspects)`,
    )
    .join(' UNION ALL ')}),
  ranked AS (SELECT *, row_number() OVER (PARTITION BY h, e, id ORDER BY seq, idx, stage) AS rank FROM staged)
  SELECT stage, rid FROM ranked
  WHERE rank > 1 OR EXISTS (SELECT 1 FROM stored_suspects s WHERE s.h = ranked.h AND s.e = ranked.e
    AND (s.id = ranked.id OR s.id IS NULL))`;

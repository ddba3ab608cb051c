import type { DuckDBConnection } from '@duckdb/node-api';
import { type LoadHashes, type StageWithIds, stagedHashes } from '../deduplication/find-duplicates.ts';
import type { KnownIds } from '../deduplication/known-ids.ts';
import type { Destination } from '../recent-rows.ts';
import { everywhere } from '../recent-rows.ts';
import { REPLAY_STAGE } from './stage-replays.ts';

const sameFailed =
  'r.failed_log_tag = s.failed_log_tag AND r.failed_seq = s.failed_seq AND r.failed_idx = s.failed_idx AND r.e = s.e';

/** The first replay of each failed event; the log's order decides, however often and wherever it was asked for. */
const FIRST_REPLAYS = `SELECT rid FROM (
    SELECT s.rowid AS rid, s.*, row_number() OVER (
      PARTITION BY e, failed_log_tag, failed_seq, failed_idx ORDER BY seq, idx) AS place FROM ${REPLAY_STAGE} s) s
  WHERE place = 1 AND NOT EXISTS (SELECT 1 FROM ${everywhere('replays')} r WHERE ${sameFailed})`;

/** The id of a replayed event is held by the failed one, so only stored and erased events make it a repeat. */
const IS_STORED = `h IS NOT NULL AND (
  EXISTS (SELECT 1 FROM ${everywhere('events')} o WHERE o.h = s.h AND o.e = s.e
    AND coalesce(o.id_uuid::VARCHAR, o.id_text) = coalesce(s.id_uuid::VARCHAR, s.id_text))
  OR EXISTS (SELECT 1 FROM store.erased_ids o WHERE o.h = s.h AND o.e = s.e))`;

/** Adds to the temp table `repeats` the replays that must not be stored. */
export async function findRepeatedReplays(
  connection: DuckDBConnection,
  isThereAlready: boolean,
  replays: StageWithIds,
  hashes: LoadHashes,
  seen: KnownIds,
): Promise<void> {
  const into = isThereAlready ? 'INSERT INTO repeats' : 'CREATE OR REPLACE TEMP TABLE repeats AS';
  await connection.run(`${into} SELECT '${REPLAY_STAGE}' AS stage, s.rowid AS rid FROM ${REPLAY_STAGE} s
    WHERE rowid NOT IN (${FIRST_REPLAYS}) OR (${IS_STORED})`);
  hashes.take(await stagedHashes(connection, [replays]), seen);
}

/** Writes down which failed events have been replayed, also those whose event was stored by other means or failed again. */
export async function insertReplays(connection: DuckDBConnection, destination: Destination): Promise<void> {
  await connection.run(`INSERT INTO ${destination}.replays BY NAME
    SELECT p, e, log_tag, seq, idx, failed_log_tag, failed_seq, failed_idx, replayed FROM ${REPLAY_STAGE}
    WHERE rowid IN (${FIRST_REPLAYS})`);
}

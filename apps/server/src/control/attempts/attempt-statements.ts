import { integer, json, nullable, text, textOf } from '../sql/sql-type.ts';
import { statement } from '../sql/statement.ts';
import type { LoadedLog, Totals } from './attempt-store.ts';

const segmentRow = { logId: text, number: integer, lines: integer, bytes: integer, sealedAtMs: integer };
const logRow = {
  logId: text,
  upTo: integer,
  skipped: json<LoadedLog['skipped']>(),
  segmentEnd: json<unknown>(),
};
type State = 'open' | 'committed' | 'given_up';

export const ADD_SHIPPED = statement({
  sql: `INSERT INTO shipped_segments (log_id, number, lines, bytes, sealed_at, shipped_at)
    VALUES (:logId, :number, :lines, :bytes, :sealedAtMs, :shippedAtMs) ON CONFLICT (log_id, number) DO NOTHING`,
  params: { ...segmentRow, shippedAtMs: integer },
});
/** The log whose segment has waited longest comes first, all of its segments one after the other. */
export const LIST_SHIPPED = statement({
  sql: `SELECT log_id AS logId, number, lines, bytes, sealed_at AS sealedAtMs FROM shipped_segments
    ORDER BY sealed_at, log_id, number LIMIT :limit`,
  params: { limit: integer },
  row: segmentRow,
});
export const REMOVE_SHIPPED = statement({
  sql: 'DELETE FROM shipped_segments WHERE log_id = :logId AND number = :number',
  params: { logId: text, number: integer },
});
export const SUM_SHIPPED = statement({
  sql: 'SELECT count(*) AS segments, coalesce(sum(bytes), 0) AS bytes, min(sealed_at) AS oldestSealedAtMs FROM shipped_segments',
  row: { segments: integer, bytes: integer, oldestSealedAtMs: nullable(integer) },
});

export const FIND_LOG = statement({
  sql: 'SELECT log_id AS logId, up_to AS upTo, skipped, segment_end AS segmentEnd FROM loaded_logs WHERE log_id = :logId',
  params: { logId: text },
  row: logRow,
});
export const LIST_LOGS = statement({
  sql: `SELECT log_id AS logId, up_to AS upTo, skipped, segment_end AS segmentEnd FROM loaded_logs ORDER BY log_id`,
  row: logRow,
});
export const SAVE_LOG = statement({
  sql: `INSERT INTO loaded_logs (log_id, up_to, skipped, segment_end) VALUES (:logId, :upTo, :skipped, :segmentEnd)
    ON CONFLICT (log_id) DO UPDATE SET up_to = excluded.up_to, skipped = excluded.skipped,
    segment_end = excluded.segment_end`,
  params: logRow,
});

export const NEWEST_ATTEMPT = statement({
  sql: 'SELECT coalesce(max(attempt), 0) AS attempt FROM load_attempts',
  row: { attempt: integer },
});
export const BEGIN_ATTEMPT = statement({
  sql: `INSERT INTO load_attempts (attempt, state, began_at, counters) VALUES (:attempt, 'open', :nowMs, :counters)`,
  params: { attempt: integer, nowMs: integer, counters: json<Totals>() },
});
export const GIVE_UP_OPEN = statement({
  sql: `UPDATE load_attempts SET state = 'given_up', ended_at = :nowMs WHERE state = 'open'`,
  params: { nowMs: integer },
});
export const COMMIT_ATTEMPT = statement({
  sql: `UPDATE load_attempts SET state = 'committed', ended_at = :nowMs, counters = :counters
    WHERE attempt = :attempt AND state = 'open'`,
  params: { attempt: integer, nowMs: integer, counters: json<Totals>() },
});
/** The newest says all that is to be said of those before it. */
export const REMOVE_EARLIER_COMMITTED = statement({
  sql: `DELETE FROM load_attempts WHERE state = 'committed' AND attempt < :attempt`,
  params: { attempt: integer },
});
export const LIST_ATTEMPTS = statement({
  sql: 'SELECT attempt, state, ended_at AS endedAtMs, counters FROM load_attempts ORDER BY attempt',
  row: { attempt: integer, state: textOf<State>(), endedAtMs: nullable(integer), counters: json<Totals>() },
});
export const FORGET_ATTEMPT = statement({
  sql: `DELETE FROM load_attempts WHERE attempt = :attempt AND state = 'given_up'`,
  params: { attempt: integer },
});

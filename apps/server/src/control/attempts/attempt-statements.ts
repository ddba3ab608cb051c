import { integer, json, nullable, text, textOf } from '../sql/sql-type.ts';
import { statement } from '../sql/statement.ts';
import type { LoadedLog, Totals } from './attempt-store.ts';

const place = { logId: text, number: integer };
const share = { loader: integer, loaders: integer };
const segmentRow = { ...place, lines: integer, bytes: integer, sealedAtMs: integer };
const backlogRow = { segments: integer, bytes: integer, oldestSealedAtMs: nullable(integer) };
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
/** Segment `s` waits for this loader. */
const isWaiting = (
  loader: string,
): string => `NOT EXISTS (SELECT 1 FROM loaded_parts AS part WHERE part.log_id = s.log_id
  AND part.number = s.number AND part.loaders = :loaders AND part.loader = ${loader})`;
/** The log whose segment has waited longest comes first, all of its segments one after the other. */
export const LIST_SHIPPED = statement({
  sql: `SELECT log_id AS logId, number, lines, bytes, sealed_at AS sealedAtMs FROM shipped_segments AS s
    WHERE ${isWaiting(':loader')} ORDER BY sealed_at, log_id, number LIMIT :limit`,
  params: { ...share, limit: integer },
  row: segmentRow,
});
export const REMOVE_SHIPPED = statement({
  sql: 'DELETE FROM shipped_segments WHERE log_id = :logId AND number = :number',
  params: place,
});
export const SUM_SHIPPED = statement({
  sql: 'SELECT count(*) AS segments, coalesce(sum(bytes), 0) AS bytes, min(sealed_at) AS oldestSealedAtMs FROM shipped_segments',
  row: backlogRow,
});
/** For each loader. */
export const SUM_WAITING = statement({
  sql: `WITH RECURSIVE numbers (loader) AS (
      SELECT CAST(1 AS BIGINT) UNION ALL SELECT loader + 1 FROM numbers WHERE loader < :loaders
    )
    SELECT count(s.number) AS segments, coalesce(sum(s.bytes), 0) AS bytes, min(s.sealed_at) AS oldestSealedAtMs
    FROM numbers LEFT JOIN shipped_segments AS s ON ${isWaiting('numbers.loader')}
    GROUP BY numbers.loader ORDER BY numbers.loader`,
  params: { loaders: integer },
  row: backlogRow,
});

export const ADD_PART = statement({
  sql: 'INSERT INTO loaded_parts (log_id, number, loaders, loader) VALUES (:logId, :number, :loaders, :loader)',
  params: { ...place, ...share },
});
export const LIST_PARTS = statement({
  sql: `SELECT loader, loaders FROM loaded_parts WHERE log_id = :logId AND number = :number ORDER BY loaders, loader`,
  params: place,
  row: share,
});
export const HAS_PARTS = statement({
  sql: 'SELECT count(*) AS parts FROM (SELECT 1 FROM loaded_parts LIMIT 1) AS found',
  row: { parts: integer },
});
export const LIST_PARTIAL = statement({
  sql: 'SELECT log_id AS logId, min(number) AS number FROM loaded_parts GROUP BY log_id ORDER BY log_id',
  row: place,
});
export const REMOVE_PARTS = statement({
  sql: 'DELETE FROM loaded_parts WHERE log_id = :logId AND number = :number',
  params: place,
});
export const FIND_LOADERS = statement({ sql: 'SELECT loaders FROM loader_count', row: { loaders: integer } });
export const SET_LOADERS = statement({
  sql: 'UPDATE loader_count SET loaders = :loaders',
  params: { loaders: integer },
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
  sql: `INSERT INTO load_attempts (attempt, state, began_at, counters, loader, loaders)
    VALUES (:attempt, 'open', :nowMs, '{}', :loader, :loaders)`,
  params: { attempt: integer, nowMs: integer, ...share },
});
export const GIVE_UP_OPEN = statement({
  sql: `UPDATE load_attempts SET state = 'given_up', ended_at = :nowMs WHERE state = 'open' AND loader = :loader`,
  params: { nowMs: integer, loader: integer },
});
export const GIVE_UP_ALL_OPEN = statement({
  sql: `UPDATE load_attempts SET state = 'given_up', ended_at = :nowMs WHERE state = 'open'`,
  params: { nowMs: integer },
});
export const COMMIT_ATTEMPT = statement({
  sql: `UPDATE load_attempts SET state = 'committed', ended_at = :nowMs
    WHERE attempt = :attempt AND state = 'open' AND loader = :loader AND loaders = :loaders`,
  params: { attempt: integer, nowMs: integer, ...share },
});
export const SET_COUNTERS = statement({
  sql: 'UPDATE load_attempts SET counters = :counters WHERE attempt = :attempt',
  params: { attempt: integer, counters: json<Totals>() },
});
/** The newest of a loader says all that is to be said of those before it, and of those from before a change of their number. */
export const REMOVE_EARLIER_COMMITTED = statement({
  sql: `DELETE FROM load_attempts WHERE state = 'committed' AND attempt < :attempt
    AND (loader = :loader OR loaders <> :loaders)`,
  params: { attempt: integer, ...share },
});
export const LIST_ATTEMPTS = statement({
  sql: `SELECT attempt, state, ended_at AS endedAtMs, counters, loader, loaders FROM load_attempts ORDER BY attempt`,
  row: {
    attempt: integer,
    state: textOf<State>(),
    endedAtMs: nullable(integer),
    counters: json<Totals>(),
    ...share,
  },
});
export const FORGET_ATTEMPT = statement({
  sql: `DELETE FROM load_attempts WHERE attempt = :attempt AND state = 'given_up'`,
  params: { attempt: integer },
});

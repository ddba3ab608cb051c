import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import {
  type FailedReasons,
  type FailedReasonsParams,
  failedReasonsOf,
  MAX_REASONS,
} from '../queries/failed-events.ts';
import { failedEventConditions } from './failed-event-rows.ts';

export async function failedReasons(
  connection: DuckDBConnection,
  { scope, filter }: FailedReasonsParams,
): Promise<FailedReasons> {
  const conditions = failedEventConditions(scope, filter);
  const result = await connection.run(
    `SELECT kind, reason, count(*) AS failed, count(replay.failed_seq) AS replayed,
        epoch_ms(min(received)) AS first_ms, epoch_ms(max(received)) AS last_ms,
        sum(failed) OVER () AS all_failed, sum(replayed) OVER () AS all_replayed
      FROM ${everywhere('failed_events')} failed_event
      LEFT JOIN (SELECT DISTINCT failed_log_tag, failed_seq, failed_idx FROM ${everywhere('replays')}) replay
        ON replay.failed_log_tag = failed_event.log_tag AND replay.failed_seq = failed_event.seq
          AND replay.failed_idx = failed_event.idx
      WHERE ${conditions.sql} GROUP BY kind, reason ORDER BY failed DESC, kind, reason LIMIT ${MAX_REASONS}`,
    conditions.values,
  );
  return failedReasonsOf(await result.getRowObjectsJS());
}

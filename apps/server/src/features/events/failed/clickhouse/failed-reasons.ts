import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { visible } from '../../../../analytics/clickhouse/visible.ts';
import {
  type FailedReasons,
  type FailedReasonsParams,
  failedReasonsOf,
  MAX_REASONS,
} from '../queries/failed-events.ts';
import { failedEventConditions } from './failed-event-rows.ts';
import { firstReplays } from './replays.ts';

export async function failedReasons(
  reader: ClickhouseReader,
  { scope, filter }: FailedReasonsParams,
): Promise<FailedReasons> {
  const failed = `SELECT kind, reason, received_ms, log_tag, seq, idx FROM ${visible('failed_events')}
    WHERE ${failedEventConditions(scope, filter)}`;
  const rows = await reader.objects(
    `SELECT *, sum(failed) OVER () AS all_failed, sum(replayed) OVER () AS all_replayed FROM (
      SELECT kind, reason, count() AS failed, count(replay.failed_seq) AS replayed,
        min(received_ms) AS first_ms, max(received_ms) AS last_ms
      FROM (${failed}) AS failed_event LEFT JOIN ${firstReplays(scope)} AS replay
        ON replay.failed_log_tag = failed_event.log_tag AND replay.failed_seq = failed_event.seq
          AND replay.failed_idx = failed_event.idx
      GROUP BY kind, reason) ORDER BY failed DESC, kind, reason LIMIT ${MAX_REASONS}`,
  );
  return failedReasonsOf(rows);
}

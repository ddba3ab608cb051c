import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { idOf } from '../../../../analytics/clickhouse/relations/page-of-rows.ts';
import { visible } from '../../../../analytics/clickhouse/visible.ts';
import { MAX_REPLAYED_LENGTH, replayableEvent } from '../queries/replayable-event.ts';
import type { ReplayableEvents, ReplayableEventsParams } from '../queries/replayable-events.ts';
import { failedEventConditions } from './failed-event-rows.ts';
import { firstReplays, isPlaceOf } from './replays.ts';

/** One event with a name; whole reports, batches and damaged records are kept to be looked at. */
const IS_REPLAYABLE = "toBool(ifNull(kind <> 'rejected' AND record_kind = 'events' AND name <> '', false))";

const PLACE = 'log_tag, seq, idx';
const OLDEST_FIRST = 'received_ms, seq, idx, log_tag';

export async function replayableEvents(
  reader: ClickhouseReader,
  { scope, ids, filter, limit, replayedAtMs, claimed }: ReplayableEventsParams,
): Promise<ReplayableEvents> {
  const isAsked = ids === undefined ? 'is_replayable AND first_replayed_ms IS NULL' : isPlaceOf(PLACE, ids);
  const isFree = ids === undefined ? `NOT (${isPlaceOf(PLACE, claimed)})` : 'true';
  const found = (columns: string): string => `SELECT ${columns}, replay.first_ms AS first_replayed_ms
    FROM (SELECT *, ${IS_REPLAYABLE} AS is_replayable FROM ${visible('failed_events')}
      WHERE ${failedEventConditions(scope, filter)}) AS failed_event
    LEFT JOIN ${firstReplays(scope)} AS replay ON replay.failed_log_tag = failed_event.log_tag
      AND replay.failed_seq = failed_event.seq AND replay.failed_idx = failed_event.idx
    WHERE ${isAsked} AND ${isFree}`;
  const columns = `${PLACE}, received_ms, sent_ms, drift, kind, name, reason, raw, context, is_replayable`;
  const [[[matching] = []], rows, settled] = await Promise.all([
    reader.rows(`SELECT count() FROM (${found('seq')})`),
    reader.objects(
      `SELECT * FROM (
        SELECT *, row_number() OVER in_order AS place, sum(lengthUTF8(ifNull(raw, ''))) OVER in_order AS length
        FROM (${found(columns)} ORDER BY ${OLDEST_FIRST} LIMIT ${limit})
        WINDOW in_order AS (ORDER BY ${OLDEST_FIRST} ROWS UNBOUNDED PRECEDING))
       WHERE place = 1 OR length <= ${MAX_REPLAYED_LENGTH} ORDER BY ${OLDEST_FIRST}`,
    ),
    settledOf(reader, claimed),
  ]);
  return {
    events: rows.map((row) => replayableEvent(row, replayedAtMs)),
    open: limit === 0 ? 0 : Number(matching ?? 0),
    settled,
  };
}

/** Of any environment: what is claimed is remembered for all of them. */
async function settledOf(reader: ClickhouseReader, claimed: readonly string[]): Promise<string[]> {
  if (claimed.length === 0) return [];
  const rows = await reader.objects(
    `SELECT failed_log_tag AS log_tag, failed_seq AS seq, failed_idx AS idx FROM ${visible('replays')}
      WHERE ${isPlaceOf('failed_log_tag, failed_seq, failed_idx', claimed)}`,
  );
  return rows.map(idOf);
}

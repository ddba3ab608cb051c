import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import type { Row } from '../../../../analytics/duckdb/relations/page-of-rows.ts';
import { rowIdOf, rowPositionOf } from '../../../../analytics/row-id.ts';
import { MAX_REPLAYED_LENGTH, replayableEvent } from '../queries/replayable-event.ts';
import type { ReplayableEvents, ReplayableEventsParams } from '../queries/replayable-events.ts';
import { failedEventConditions, replayedAt } from './failed-event-rows.ts';

/** One event with a name; whole reports, batches and damaged records are kept to be looked at. */
const IS_REPLAYABLE = "(f.kind <> 'rejected' AND f.record_kind = 'events' AND f.name <> '')";

export async function replayableEvents(
  connection: DuckDBConnection,
  { scope, ids, filter, limit, replayedAtMs, claimed }: ReplayableEventsParams,
): Promise<ReplayableEvents> {
  const { sql, values } = failedEventConditions(scope, filter);
  const failed = `(SELECT *, ${replayedAt('f')} AS first_replayed_ms, ${IS_REPLAYABLE} AS is_replayable
    FROM ${everywhere('failed_events')} f WHERE ${sql})`;
  const isAsked = ids === undefined ? 'is_replayable AND first_replayed_ms IS NULL' : `(${places(ids)})`;
  const isFree = ids === undefined ? `NOT (${places(claimed)})` : 'true';
  const result = await connection.run(
    `SELECT *, epoch_ms(received) AS received_ms, epoch_ms(sent) AS sent_ms, count(*) OVER () AS matching,
      sum(length(raw::VARCHAR)) OVER (ORDER BY received, seq, idx ROWS UNBOUNDED PRECEDING) AS bytes
     FROM ${failed} WHERE ${isAsked} AND ${isFree} ORDER BY received, seq, idx LIMIT ${limit}`,
    values,
  );
  const rows = await result.getRowObjectsJS();
  const fitting = rows.filter(({ bytes }, at) => at === 0 || Number(bytes) <= MAX_REPLAYED_LENGTH);
  return {
    events: fitting.map((row) => replayableEvent(row, replayedAtMs)),
    open: Number(rows[0]?.matching ?? 0),
    settled: await settledOf(connection, claimed),
  };
}

/** A condition that holds for the rows with these ids. */
function places(ids: readonly string[]): string {
  const known = ids.flatMap((id) => rowPositionOf(id) ?? []);
  if (known.length === 0) return 'false';
  return `(log_tag, seq, idx) IN (${known.map(({ logTag, sequence, index }) => `(${logTag}, ${sequence}, ${index})`).join(', ')})`;
}

async function settledOf(connection: DuckDBConnection, claimed: readonly string[]): Promise<string[]> {
  if (claimed.length === 0) return [];
  const result = await connection.run(
    `SELECT log_tag, seq, idx FROM (SELECT failed_log_tag AS log_tag, failed_seq AS seq, failed_idx AS idx
      FROM ${everywhere('replays')}) WHERE ${places(claimed)}`,
    [] satisfies DuckDBValue[],
  );
  return (await result.getRowObjectsJS()).map(idOf);
}

const idOf = (row: Row): string =>
  rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) });

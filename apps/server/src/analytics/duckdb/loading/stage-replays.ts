import type { SegmentFile } from '../../../collect/loader/load-target.ts';
import { UNREADABLE } from './stage-batches.ts';
import { eventRows, eventShape } from './stage-events.ts';

export const REPLAY_STAGE = 'stage_replays';

/** Which failed event a staged row replays, and when that was asked for. */
export const replayColumns = ['failed_log_tag', 'failed_seq', 'failed_idx', 'replayed'] as const;

/**
 * Rows for `events` from records that replay a failed event. They hold the event whole, because what it failed as may
 * not be in the store any more; `r` is when it was received first, so its times come out as they would have then.
 */
export function stageReplays(files: readonly SegmentFile[], logTag: number): string {
  const rows = eventRows(files, logTag, {
    ...eventShape,
    recordKind: 'replay',
    bodyMembers: 'drift BIGINT, "at" BIGINT, failed STRUCT(log BIGINT, seq BIGINT, idx BIGINT)',
    bodyColumns: `b.failed.log::UINTEGER AS failed_log_tag, b.failed.seq AS failed_seq, b.failed.idx::UINTEGER AS failed_idx,
      make_timestamp_ms(b.at)::TIMESTAMP_MS AS replayed, b.drift AS said_drift`,
    drift: 'coalesce(said_drift, 0)',
    moreColumns: replayColumns,
  });
  const isNamed = replayColumns.map((column) => `${column} IS NOT NULL`).join(' AND ');
  return `SELECT * REPLACE ((CASE WHEN ${isNamed} THEN state ELSE ${UNREADABLE} END)::TINYINT AS state,
    'events' AS item_kind, NULL::BIGINT AS items) FROM (${rows})`;
}

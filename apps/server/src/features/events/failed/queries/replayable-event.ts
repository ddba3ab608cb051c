import { rowIdOf } from '../../../../analytics/row-id.ts';
import { jsonText } from '../../../../analytics/stored-json.ts';
import { failedEventJson } from './failed-event-json.ts';
import type { ReplayableEvent } from './replayable-events.ts';

type Row = Readonly<Record<string, unknown>>;

/** Of an answer, all of its events together: it is held in memory on its way back into the log. */
export const MAX_REPLAYED_LENGTH = 8 * 1024 * 1024;

/** Needs the columns of a failed event, first_replayed_ms and is_replayable. */
export function replayableEvent(row: Row, replayedAtMs: number): ReplayableEvent {
  const isReplayed = row.first_replayed_ms !== null;
  const id = rowIdOf({ logTag: Number(row.log_tag), sequence: Number(row.seq), index: Number(row.idx) });
  return {
    id,
    state: row.is_replayable !== true ? 'not_replayable' : isReplayed ? 'replayed' : 'open',
    receivedAtMs: Number(row.received_ms),
    bodyJson: bodyOf(row, replayedAtMs),
    rowJson: failedEventJson({ ...row, replayed_ms: isReplayed ? row.first_replayed_ms : replayedAtMs }, id),
  };
}

/** What stage-replays.ts reads. Stored JSON goes out as it is, digits included. */
function bodyOf(row: Row, replayedAtMs: number): string {
  const failed = `{"log":${row.log_tag},"seq":${row.seq},"idx":${row.idx}}`;
  const context = typeof row.context === 'string' ? `"context":${row.context},` : '';
  const sent = row.sent_ms === null ? '' : `"sent_at":${jsonText(new Date(Number(row.sent_ms)).toISOString())},`;
  return `{"batch":[${row.raw}],${context}${sent}"drift":${row.drift ?? 0},"failed":${failed},"at":${Math.trunc(replayedAtMs)}}`;
}

import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope, millis } from '../../../../analytics/duckdb/relations/event-conditions.ts';
import type { Scope } from '../../../../edge/scope.ts';
import { FAILED_EVENTS_KEPT_MS } from '../queries/failed-event-json.ts';
import type { FailedEventFilter } from '../queries/failed-events.ts';

export function failedEventConditions(scope: Scope, filter: FailedEventFilter): Conditions {
  const conditions = inScope(scope).where(
    'received >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS',
    millis(Date.now() - FAILED_EVENTS_KEPT_MS),
  );
  if (filter.kind !== undefined) conditions.where('kind = ?', filter.kind);
  if (filter.reason !== undefined) conditions.where('reason = ?', filter.reason);
  if (filter.event !== undefined) conditions.where('name = ?', filter.event);
  return conditions;
}

/** Inside a query over failed events, whose columns are named by `of`. */
export const replayedAt = (of: string): string =>
  `(SELECT epoch_ms(min(r.replayed)) FROM ${everywhere('replays')} r WHERE r.failed_log_tag = ${of}.log_tag
    AND r.failed_seq = ${of}.seq AND r.failed_idx = ${of}.idx)`;

const MAX_RAW_BYTES = 8_192;
const cut = (path: string): string => `left(json_extract_string(raw, '${path}'), 256)`;

/** Rejected events that were stored before they were bounded can have a megabyte: what is shown of these is bounded here. */
export const BOUNDED_RAW = `CASE WHEN kind = 'rejected' AND strlen(raw) > ${MAX_RAW_BYTES} THEN json_object(
    'truncated', true, 'size', strlen(raw), 'event', ${cut('$.event')}, 'event_id', ${cut('$.event_id')},
    'timestamp', ${cut('$.timestamp')}, 'context', json_object('user', json_object('id', ${cut('$.context.user.id')},
      'anonymous_id', ${cut('$.context.user.anonymous_id')}), 'device', json_object('id', ${cut('$.context.device.id')})))
  ELSE raw END AS raw`;

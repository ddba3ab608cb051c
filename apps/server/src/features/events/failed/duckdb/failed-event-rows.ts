import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope, millis } from '../../../../analytics/duckdb/relations/event-conditions.ts';
import type { Row } from '../../../../analytics/duckdb/relations/page-of-rows.ts';
import { jsonObject, jsonText, jsonTime, storedJson } from '../../../../analytics/stored-json.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { FailedEventFilter } from '../queries/failed-events.ts';

const FAILED_EVENTS_KEPT_MS = 30 * 86_400_000;

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

/** Needs the columns kind, name, reason, raw, received_ms and replayed_ms. */
export const failedEventJson = (row: Row, id: string): string =>
  jsonObject({
    id: jsonText(id),
    kind: jsonText(row.kind),
    event: jsonText(row.name),
    reason: jsonText(row.reason),
    raw: storedJson(row.raw, 'null'),
    received_at: jsonTime(row.received_ms),
    replayed_at: row.replayed_ms === null ? 'null' : jsonTime(row.replayed_ms),
  });

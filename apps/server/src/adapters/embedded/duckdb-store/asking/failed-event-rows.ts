import type { FailedEventFilter } from '../../../../analytics/queries/failed-events.ts';
import type { Scope } from '../../../../analytics/scope.ts';
import { everywhere } from '../recent-rows.ts';
import { type Conditions, inScope, millis } from './event-conditions.ts';
import { jsonObject, jsonText, jsonTime, type Row, storedJson } from './page-of-rows.ts';

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

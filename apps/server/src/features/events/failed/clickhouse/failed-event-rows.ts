import { inScope, millis } from '../../../../analytics/clickhouse/relations/conditions.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { Row } from '../../../../engines/clickhouse/clickhouse-client.ts';
import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import { FAILED_EVENTS_KEPT_MS } from '../queries/failed-event-json.ts';
import type { FailedEventFilter } from '../queries/failed-events.ts';

export function failedEventConditions(scope: Scope, { kind, reason, event }: FailedEventFilter): string {
  const conditions = [inScope(scope), `received_ms >= ${millis(Date.now() - FAILED_EVENTS_KEPT_MS)}`];
  for (const [column, value] of Object.entries({ kind, reason, name: event })) {
    if (value !== undefined) conditions.push(`${column} = ${quoted(value)}`);
  }
  return conditions.join(' AND ');
}

/** For statements that look into `raw`: the other parser gives up on long integers and deep nesting. */
export const READS_RAW = { allow_simdjson: 0 } as const;

/** A member of `raw` as text, as DuckDB has it: a text as it is, anything else as JSON, nothing for null. */
export function rawText(path: readonly string[]): string {
  const keys = path.map((key) => `, ${quoted(key)}`).join('');
  const json = `JSONExtractRaw(raw${keys})`;
  return `multiIf(JSONType(raw${keys}) = 'Null', NULL, JSONType(raw${keys}) = 'String', JSONExtractString(raw${keys}),
    JSONType(raw${keys}) = 'Double' AND match(${json}, '^-?[0-9]+$'), concat(${json}, '.0'), ${json})`;
}

const MAX_RAW_BYTES = 8_192;
const SHOWN_PARTS = [
  ['event'],
  ['event_id'],
  ['timestamp'],
  ['context', 'user', 'id'],
  ['context', 'user', 'anonymous_id'],
  ['context', 'device', 'id'],
];
const IS_LONG = `(kind = 'rejected' AND length(raw) > ${MAX_RAW_BYTES})`;

/**
 * Rejected events that were stored before they were bounded can have a megabyte: what is shown of these is bounded here.
 * Goes with READS_RAW, and boundedRaw makes it one again.
 */
export const BOUNDED_RAW = `if(${IS_LONG}, NULL, raw) AS short_raw, length(raw) AS raw_bytes,
  if(${IS_LONG}, [${SHOWN_PARTS.map((path) => `substringUTF8(${rawText(path)}, 1, 256)`).join(', ')}], []) AS raw_parts`;

/** A row that was read with BOUNDED_RAW, with its `raw`. */
export function withRaw(row: Row): Row {
  const parts = row.raw_parts as readonly (string | null)[];
  if (parts.length === 0) return { ...row, raw: row.short_raw ?? null };
  const [event, eventId, timestamp, userId, anonymousId, deviceId] = parts.map((part) => part ?? null);
  const raw = JSON.stringify({
    truncated: true,
    size: Number(row.raw_bytes),
    event,
    event_id: eventId,
    timestamp,
    context: { user: { id: userId, anonymous_id: anonymousId }, device: { id: deviceId } },
  });
  return { ...row, raw };
}

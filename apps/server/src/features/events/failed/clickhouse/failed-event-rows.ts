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

type Paths = readonly (readonly string[])[];

/** Members of `raw` as texts, in the order of their paths, which is read once for all of them: a text as it is, anything
 * else as JSON, NULL for what is not there. */
export function rawTexts(paths: Paths): string {
  const members = `JSONExtract(raw, ${quoted(tupleType(paths, 0))})`;
  const texts = paths.map((path) => path.reduce((value, key) => `tupleElement(${value}, ${quoted(key)})`, members));
  // An array would be taken for the members in their order.
  return `if(JSONType(raw) = 'Object', [${texts.join(', ')}], [${paths.map(() => 'NULL').join(', ')}])`;
}

/** The type of an object that holds a text at the end of each path. */
function tupleType(paths: Paths, level: number): string {
  const keys = [...new Set(paths.map((path) => `${path[level]}`))];
  const members = keys.map((key) => {
    const own = paths.filter((path) => path[level] === key);
    return `${key} ${own.some((path) => path.length === level + 1) ? 'Nullable(String)' : tupleType(own, level + 1)}`;
  });
  return `Tuple(${members.join(', ')})`;
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
 * Goes with READS_RAW, and withRaw makes it one again.
 */
export const BOUNDED_RAW = `if(${IS_LONG}, NULL, raw) AS short_raw, length(raw) AS raw_bytes,
  if(${IS_LONG}, arrayMap(part -> substringUTF8(part, 1, 256), ${rawTexts(SHOWN_PARTS)}), []) AS raw_parts`;

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

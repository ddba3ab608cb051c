import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, limits, type Wire } from '@lamppost/protocol';

export type ReadLine = { readonly event: Wire['IngestEvent'] } | { readonly fault: string };

/** Columns of an export that belong into the context of the wire. */
const CONTEXT_COLUMNS = ['user_id', 'anonymous_id', 'device_id', 'session_id'] as const;

/**
 * An event of a line: as the wire has it, or as an export has its row. One without an id gets the same one each time
 * the same file is imported, so that it counts once however often that is begun.
 */
export function readEventLine(text: string, line: number, fileHash: string): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'not JSON' };
  }
  if (!isJsonObject(value)) return { fault: 'an object is expected' };
  const name = value.event ?? value.event_name;
  const type = value.type ?? 'track';
  if (typeof name !== 'string' && type === 'track') return { fault: '"event" is missing: the name of the event' };
  if (typeof name === 'string' && (name === '' || name.length > limits.eventNameLength)) {
    return { fault: `"event" must have 1 to ${limits.eventNameLength} characters` };
  }
  const properties = objectOf(value.properties);
  if (properties === undefined) return { fault: '"properties" must be an object' };
  const context = contextOf(value);
  if (context === undefined) return { fault: '"context" must be an object' };
  if (value.timestamp !== undefined && Number.isNaN(Date.parse(String(value.timestamp)))) {
    return { fault: '"timestamp" must be an ISO 8601 time' };
  }
  return {
    event: {
      type: type as 'track',
      ...(typeof name === 'string' ? { event: name } : {}),
      properties,
      context,
      event_id: typeof value.event_id === 'string' ? value.event_id : idOf(fileHash, line),
      ...(value.timestamp === undefined ? {} : { timestamp: String(value.timestamp) }),
    },
  };
}

/** JSON of an export may be text. */
function objectOf(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value as Record<string, unknown>;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isJsonObject(parsed) ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function contextOf(row: JsonObject): Record<string, unknown> | undefined {
  const context = objectOf(row.context);
  if (context === undefined) return undefined;
  const ids = Object.fromEntries(
    CONTEXT_COLUMNS.map((name) => [name, row[name]]).filter(([, id]) => typeof id === 'string'),
  );
  const { user_id, anonymous_id, device_id, session_id } = ids as Record<string, string | undefined>;
  const user = { ...(user_id && { id: user_id }), ...(anonymous_id && { anonymous_id }), ...(context.user as object) };
  const device = { ...(device_id && { id: device_id }), ...(context.device as object) };
  const session = { ...(session_id && { id: session_id }), ...(context.session as object) };
  const filled = Object.entries({ user, device, session }).filter(([, part]) => Object.keys(part).length > 0);
  return { ...context, ...Object.fromEntries(filled) };
}

/** In the form of a UUID, since that is what most have. */
function idOf(fileHash: string, line: number): string {
  const hex = createHash('sha256').update(`${fileHash}:${line}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

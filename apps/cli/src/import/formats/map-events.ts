import { isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import { objectOf, setIn } from './assemble.ts';
import type { Targets } from './field-scope.ts';
import type { MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

/** Columns of an export of Lamppost that belong into the context of the wire. */
const IDS = { user_id: 'user.id', anonymous_id: 'user.anonymous_id', device_id: 'device.id', session_id: 'session.id' };

const COLUMNS: Targets = {
  type: '=type',
  event: '=event',
  event_name: '=event',
  event_id: '=event_id',
  timestamp: '=timestamp',
  properties: '=properties',
  context: '=context',
  ...Object.fromEntries(Object.entries(IDS).map(([column, path]) => [column, `=context.${path}`])),
  // What the server sets itself.
  ...Object.fromEntries(['received_at', 'sent_at', 'person_id'].map((column) => [column, null])),
};

/** An event as /v1/ingest takes it, or a row of `lamppost export events`. */
export const mapEvents: MapRow = (row, fields) => {
  const name = row.event ?? row.event_name;
  const type = row.type ?? 'track';
  if (typeof name !== 'string' && type === 'track') return { fault: '"event" is missing: the name of the event' };
  if (typeof name === 'string' && (name === '' || name.length > limits.eventNameLength)) {
    return { fault: `"event" must have 1 to ${limits.eventNameLength} characters` };
  }
  const properties = objectOf(row.properties);
  if (properties === undefined) return { fault: '"properties" must be an object' };
  const context = contextOf(row);
  if (context === undefined) return { fault: '"context" must be an object' };
  const isTimed = row.timestamp !== undefined && row.timestamp !== null;
  const time = isTimed ? readTime(row.timestamp, 'timestamp') : undefined;
  if (time !== undefined && 'fault' in time) return time;
  const scope = fields.scope('', COLUMNS);
  for (const field in row) scope.place(field).count += 1;
  return {
    isSame: time?.iso === row.timestamp && isWire(row),
    event: {
      type: type as 'track',
      ...(typeof name === 'string' && { event: name }),
      ...(typeof row.event_id === 'string' && row.event_id !== '' && { event_id: row.event_id }),
      ...(time && { timestamp: time.iso }),
      properties,
      context,
    },
  };
};

const WIRE = new Set(['type', 'event', 'event_id', 'timestamp', 'properties', 'context']);

/** Nothing else is in it, and what is in it needs no change. */
function isWire(row: JsonObject): boolean {
  for (const field in row) if (!WIRE.has(field)) return false;
  return isJsonObject(row.properties) && isJsonObject(row.context) && typeof row.event === 'string';
}

function contextOf(row: JsonObject): JsonObject | undefined {
  const context = objectOf(row.context);
  if (context === undefined) return undefined;
  for (const [column, path] of Object.entries(IDS)) {
    const [part = '', member = ''] = path.split('.');
    const known = context[part];
    if (isJsonObject(known) && member in known) continue;
    if (typeof row[column] === 'string') setIn(context, path, row[column]);
  }
  return context;
}

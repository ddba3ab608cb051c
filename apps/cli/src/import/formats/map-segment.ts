import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { idOf, objectOf, placeFields, platformOf, setIn, type Targets } from './assemble.ts';
import type { Mapped, MappedEvent, MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

const COLUMNS: Targets = {
  messageId: '=event_id',
  message_id: '=event_id',
  type: '=type',
  event: '=event',
  name: 'properties.name',
  category: 'properties.category',
  groupId: 'properties.group_id',
  userId: '=context.user.id',
  anonymousId: '=context.user.anonymous_id',
  previousId: '=context.user.anonymous_id',
  timestamp: '=timestamp',
  properties: '=properties',
  traits: '=properties',
  context: '=context',
  originalTimestamp: null,
  receivedAt: null,
  sentAt: null,
  integrations: null,
  channel: null,
  version: null,
  writeKey: null,
  projectId: null,
  sourceId: null,
  _metadata: null,
};

/** Parts of a message's context; the others are kept as they are. */
const CONTEXT: Readonly<Record<string, string | null>> = {
  locale: 'device.locale',
  timezone: 'device.timezone',
  library: 'sdk',
  campaign: 'attribution',
  ip: null,
};
const TYPES = new Set(['track', 'page', 'screen', 'identify', 'group', 'alias']);

/** A message of Segment as its copies in storage have it. */
export const mapSegment: MapRow = (row, fields) => {
  const type = typeof row.type === 'string' ? row.type.toLowerCase() : 'track';
  if (!TYPES.has(type)) return { fault: `"type" is not known: ${JSON.stringify(row.type).slice(0, 60)}` };
  if (type === 'track' && (typeof row.event !== 'string' || row.event === '')) {
    return { fault: '"event" is missing: the name of the event' };
  }
  const time = readTime(row.timestamp ?? row.originalTimestamp ?? row.receivedAt, 'timestamp');
  if ('fault' in time) return time;
  const given = objectOf(type === 'identify' || type === 'group' ? (row.traits ?? row.properties) : row.properties);
  if (given === undefined) return { fault: '"properties" and "traits" must be objects' };
  return { event: eventOf(row, given, kindOf(type, row.event), time.iso, fields) } satisfies Mapped;
};

function eventOf(
  row: JsonObject,
  given: JsonObject,
  kind: Pick<MappedEvent, 'type' | 'event'>,
  timestamp: string,
  fields: Parameters<MapRow>[1],
): MappedEvent {
  const [properties, context]: [JsonObject, JsonObject] = [{}, {}];
  placeFields(row, COLUMNS, { properties, context, fields });
  placeFields(given, {}, { properties, context, fields, prefix: 'properties.' });
  placeContext(objectOf(row.context) ?? {}, context, fields);
  setIn(context, 'user.id', idOf(row.userId));
  setIn(context, 'user.anonymous_id', idOf(row.previousId) ?? idOf(row.anonymousId));
  const id = idOf(row.messageId) ?? idOf(row.message_id);
  return { ...kind, ...(id && { event_id: id }), timestamp, properties, context };
}

function kindOf(type: string, event: unknown): Pick<MappedEvent, 'type' | 'event'> {
  if (type === 'track') return { event: String(event) };
  return { type: type === 'alias' ? 'identify' : (type as 'page') };
}

function placeContext(given: JsonObject, context: JsonObject, fields: Parameters<MapRow>[1]): void {
  for (const name in given) {
    const value = given[name];
    if (name === 'device' && isJsonObject(value)) {
      const { model, type } = value;
      context.device = { ...(context.device as object), ...(model ? { model } : {}) };
      setIn(context, 'device.id', idOf(value.id));
      setIn(context, 'device.platform', platformOf(type));
      fields.mapped('context.device', 'context.device');
    } else if (name === 'os' && isJsonObject(value)) {
      setIn(context, 'device.os_name', idOf(value.name));
      setIn(context, 'device.os_version', idOf(value.version));
      fields.mapped('context.os', 'context.device.os_name, os_version');
    } else if (CONTEXT[name] === null) {
      fields.dropped(`context.${name}`);
    } else {
      const target = CONTEXT[name] ?? name;
      setIn(context, target, value);
      fields.mapped(`context.${name}`, `context.${target}`);
    }
  }
}

import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { idOf, objectOf, placeFields, platformOf, setIn } from './assemble.ts';
import type { FieldLog } from './field-log.ts';
import type { Targets } from './field-scope.ts';
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

const CONTEXT: Targets = {
  device: '=context.device',
  os: '=context.device.os_name, os_version',
  app: 'context.app',
  locale: 'context.device.locale',
  timezone: 'context.device.timezone',
  library: 'context.sdk',
  campaign: 'context.attribution',
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
  fields: FieldLog,
): MappedEvent {
  const [properties, context]: [JsonObject, JsonObject] = [{}, {}];
  placeFields(row, fields.scope('', COLUMNS), properties, context);
  placeFields(given, fields.scope('properties.', {}), properties, context);
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

/** Device and system are objects of their own there; what has no target is kept in the context under its own name. */
function placeContext(given: JsonObject, context: JsonObject, fields: FieldLog): void {
  const scope = fields.scope('context.', CONTEXT);
  for (const name in given) {
    const value = given[name];
    const place = scope.place(name);
    place.count += 1;
    if (place.kind === 'kept') context[name] = value;
    else if (place.kind === 'context')
      setIn(context, place.member === '' ? place.name : `${place.name}.${place.member}`, value);
  }
  if (isJsonObject(given.device)) {
    setIn(context, 'device.id', idOf(given.device.id));
    setIn(context, 'device.model', idOf(given.device.model));
    setIn(context, 'device.platform', platformOf(given.device.type));
  }
  if (isJsonObject(given.os)) {
    setIn(context, 'device.os_name', idOf(given.os.name));
    setIn(context, 'device.os_version', idOf(given.os.version));
  }
}

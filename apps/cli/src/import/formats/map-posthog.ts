import type { JsonObject } from '@lamppost/protocol';
import { foreignName, idOf, objectOf, placeFields, setIn } from './assemble.ts';
import type { Targets } from './field-scope.ts';
import type { MappedEvent, MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

/** Columns of the events model of batch exports. `=` marks what is read below. */
const COLUMNS: Targets = {
  uuid: '=event_id',
  event: '=event',
  timestamp: '=timestamp',
  distinct_id: '=context.user.id',
  properties: '=properties',
  person_properties: '=context.traits',
  person_id: null,
  elements_chain: null,
  created_at: null,
  _inserted_at: null,
  inserted_at: null,
  team_id: null,
  elements: null,
  set: null,
  set_once: null,
  ip: null,
  site_url: null,
};

const PROPERTIES: Targets = {
  $device_id: '=context.user.anonymous_id',
  $anon_distinct_id: '=context.user.anonymous_id',
  $session_id: 'context.session.id',
  $os: 'context.device.os_name',
  $os_name: 'context.device.os_name',
  $os_version: 'context.device.os_version',
  $device_type: 'context.device.type',
  $device_model: 'context.device.model',
  $locale: 'context.device.locale',
  $browser_language: 'context.device.locale',
  $timezone: 'context.device.timezone',
  $geoip_country_code: 'context.device.country',
  $app_version: 'context.app.version',
  $app_build: 'context.app.build',
  $app_namespace: 'context.app.namespace',
  $lib: 'context.sdk.name',
  $lib_version: 'context.sdk.version',
  $pathname: 'properties.path',
  $current_url: 'properties.url',
  $referrer: 'properties.referrer',
  $screen_name: 'properties.name',
  $groups: 'context.groups',
  distinct_id: null,
  token: null,
  $ip: null,
  $insert_id: null,
  $time: null,
  $sent_at: null,
  $set: null,
  $set_once: null,
  $active_feature_flags: null,
  $process_person_profile: null,
};

const LINKS = new Set(['$identify', '$create_alias', '$merge_dangerously']);

/** A row of PostHog's batch export, from JSON lines or Parquet. */
export const mapPosthog: MapRow = (row, fields) => {
  if (typeof row.event !== 'string' || row.event === '') return { fault: '"event" is missing: the name of the event' };
  if (row.event === '$snapshot') return { skipped: 'a part of a session recording' };
  const time = readTime(row.timestamp, 'timestamp');
  if ('fault' in time) return time;
  const given = objectOf(row.properties);
  if (given === undefined) return { fault: '"properties" must be an object' };
  const [properties, context]: [JsonObject, JsonObject] = [{}, {}];
  placeFields(row, fields.scope('', COLUMNS), properties, context);
  placeFields(given, fields.scope('properties.', PROPERTIES), properties, context);
  // It is the id of records of links; elsewhere it is a property like any other.
  if (LINKS.has(row.event)) delete properties.alias;
  moveFlags(properties, context);
  setIds(row, given, context);
  const traits = objectOf(row.person_properties);
  if (traits !== undefined && Object.keys(traits).length > 0) context.traits = traits;
  if (row.event === '$identify' || row.event === '$set')
    Object.assign(properties, objectOf(given.$set_once), objectOf(given.$set));
  const id = idOf(row.uuid);
  return { event: { ...kindOf(row.event), ...(id && { event_id: id }), timestamp: time.iso, properties, context } };
};

function kindOf(name: string): Pick<MappedEvent, 'type' | 'event'> {
  if (name === '$pageview') return { type: 'page' };
  if (name === '$screen') return { type: 'screen' };
  if (LINKS.has(name) || name === '$set') return { type: 'identify' };
  if (name === '$groupidentify') return { type: 'group' };
  return { event: foreignName('posthog', name) };
}

/** The distinct id is the device's until somebody is identified. */
function setIds({ event, distinct_id }: JsonObject, given: JsonObject, context: JsonObject): void {
  const id = idOf(distinct_id);
  const before = LINKS.has(String(event)) ? (idOf(given.$anon_distinct_id) ?? idOf(given.alias)) : undefined;
  const device = idOf(given.$device_id);
  const isAnonymous = id === device || given.$is_identified === false;
  setIn(context, 'user.id', isAnonymous ? undefined : id);
  setIn(context, 'user.anonymous_id', before ?? device ?? (isAnonymous ? id : undefined));
}

function moveFlags(properties: JsonObject, context: JsonObject): void {
  for (const name in properties) {
    if (!name.startsWith('$feature/')) continue;
    const flags = (context.flags ?? {}) as JsonObject;
    flags[name.slice('$feature/'.length)] = properties[name];
    context.flags = flags;
    delete properties[name];
  }
}

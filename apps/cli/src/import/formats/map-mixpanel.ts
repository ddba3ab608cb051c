import type { JsonObject } from '@lamppost/protocol';
import { foreignName, idOf, objectOf, placeFields, setIn } from './assemble.ts';
import type { Targets } from './field-scope.ts';
import type { MappedEvent, MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

const PROPERTIES: Targets = {
  time: '=timestamp',
  $insert_id: '=event_id',
  distinct_id: '=context.user.id',
  $user_id: '=context.user.id',
  $identified_id: '=context.user.id',
  $device_id: '=context.user.anonymous_id',
  $anon_id: '=context.user.anonymous_id',
  $os: 'context.device.os_name',
  $os_version: 'context.device.os_version',
  $model: 'context.device.model',
  $device: 'context.device.type',
  mp_country_code: 'context.device.country',
  $app_version_string: 'context.app.version',
  $app_release: 'context.app.version',
  $app_build_number: 'context.app.build',
  mp_lib: 'context.sdk.name',
  $lib_version: 'context.sdk.version',
  $current_url: 'properties.url',
  $referrer: 'properties.referrer',
  current_page_title: 'properties.title',
  current_url_path: 'properties.path',
  token: null,
  ip: null,
  $ip: null,
  mp_processing_time_ms: null,
  mp_sent_by_lib_version: null,
  mp_api_endpoint: null,
  mp_api_timestamp_ms: null,
  $mp_api_endpoint: null,
  $mp_api_timestamp_ms: null,
  $import: null,
  $distinct_id_before_identity: null,
  $had_persisted_distinct_id: null,
  $is_reshuffled: null,
};
const DEVICE = '$device:';

/** A line of Mixpanel's raw export. */
export const mapMixpanel: MapRow = (row, fields) => {
  const name = row.event;
  if (typeof name !== 'string' || name === '') return { fault: '"event" is missing: the name of the event' };
  const given = objectOf(row.properties);
  if (given === undefined) return { fault: '"properties" must be an object' };
  if (name === '$merge') return { skipped: 'a merge of two ids, which does not say which of them is the user' };
  const time = readTime(given.time, 'properties.time');
  if ('fault' in time) return time;
  const [properties, context]: [JsonObject, JsonObject] = [{}, {}];
  placeFields(given, fields.scope('properties.', PROPERTIES), properties, context);
  if (name === '$create_alias') delete properties.alias;
  setIds(name, given, context);
  const id = idOf(given.$insert_id);
  return { event: { ...kindOf(name), ...(id && { event_id: id }), timestamp: time.iso, properties, context } };
};

function kindOf(name: string): Pick<MappedEvent, 'type' | 'event'> {
  if (name === '$mp_web_page_view') return { type: 'page' };
  if (name === '$identify' || name === '$create_alias') return { type: 'identify' };
  return { event: foreignName('mixpanel', name) };
}

/** A distinct id that names a device, or is the device's id, is no user's. */
function setIds(name: string, given: JsonObject, context: JsonObject): void {
  const distinct = idOf(given.distinct_id);
  const device = idOf(given.$device_id);
  const isDevice = distinct !== undefined && (distinct.startsWith(DEVICE) || distinct === device);
  const user = idOf(given.$identified_id) ?? idOf(given.$user_id) ?? (isDevice ? undefined : distinct);
  const before = name === '$create_alias' ? idOf(given.alias) : idOf(given.$anon_id);
  const anonymous = before ?? device ?? (isDevice ? distinct : undefined);
  setIn(context, 'user.id', user);
  setIn(context, 'user.anonymous_id', anonymous?.startsWith(DEVICE) ? anonymous.slice(DEVICE.length) : anonymous);
}

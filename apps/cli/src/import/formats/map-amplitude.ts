import type { JsonObject } from '@lamppost/protocol';
import { foreignName, idOf, objectOf, placeFields, platformOf, setIn } from './assemble.ts';
import type { Targets } from './field-scope.ts';
import type { MappedEvent, MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

const COLUMNS: Targets = {
  uuid: '=event_id',
  $insert_id: '=event_id',
  insert_id: '=event_id',
  event_type: '=event',
  event_time: '=timestamp',
  user_id: 'context.user.id',
  device_id: 'context.user.anonymous_id',
  session_id: '=context.session.id',
  platform: '=context.device.platform',
  os_name: 'context.device.os_name',
  os_version: 'context.device.os_version',
  device_model: 'context.device.model',
  device_type: 'context.device.model',
  device_family: 'context.device.type',
  country: '=context.device.country',
  version_name: 'context.app.version',
  library: '=context.sdk.name',
  event_properties: '=properties',
  user_properties: '=context.traits',
  groups: 'context.groups',
  city: 'context.location.city',
  region: 'context.location.region',
  dma: 'context.location.dma',
  ...Object.fromEntries(
    [
      ...['$schema', 'amplitude_attribution_ids', 'amplitude_event_type', 'amplitude_id', 'app', 'data', 'data_type'],
      ...['client_event_time', 'client_upload_time', 'processed_time', 'server_received_time', 'server_upload_time'],
      ...['user_creation_time', 'event_id', 'group_properties', 'global_user_properties', 'ip_address', 'idfa', 'adid'],
      ...['is_attribution_event', 'location_lat', 'location_lng', 'partner_id', 'paying', 'plan', 'sample_rate'],
      ...['source_id', 'start_version', 'device_brand', 'device_carrier', 'device_manufacturer'],
    ].map((name) => [name, null]),
  ),
};

/** A line of the files in the archive of Amplitude's Export API. */
export const mapAmplitude: MapRow = (row, fields) => {
  const name = row.event_type;
  if (typeof name !== 'string' || name === '') return { fault: '"event_type" is missing: the name of the event' };
  const time = readTime(row.event_time, 'event_time');
  if ('fault' in time) return time;
  const own = objectOf(row.event_properties);
  if (own === undefined) return { fault: '"event_properties" must be an object' };
  const [properties, context]: [JsonObject, JsonObject] = [{}, {}];
  placeFields(row, fields.scope('', COLUMNS), properties, context);
  placeFields(own, fields.scope('event_properties.', {}), properties, context);
  const traits = objectOf(row.user_properties);
  if (traits !== undefined && Object.keys(traits).length > 0) {
    context.traits = traits;
    if (name === '$identify') Object.assign(properties, traits);
  }
  const session = idOf(row.session_id);
  // Events outside of a session have -1.
  setIn(context, 'session.id', session === '-1' ? undefined : session);
  setIn(context, 'device.platform', platformOf(row.platform));
  setCountry(row.country, properties, context);
  const [sdk, version] = String(row.library ?? '').split('/');
  setIn(context, 'sdk.name', sdk);
  setIn(context, 'sdk.version', version);
  const id = idOf(row.uuid) ?? idOf(row.$insert_id) ?? idOf(row.insert_id);
  return { event: { ...kindOf(name), ...(id && { event_id: id }), timestamp: time.iso, properties, context } };
};

function kindOf(name: string): Pick<MappedEvent, 'type' | 'event'> {
  if (name === '$identify') return { type: 'identify' };
  if (name === '$groupidentify') return { type: 'group' };
  return { event: foreignName('amplitude', name) };
}

/** Amplitude has names of countries, a device has codes. */
function setCountry(country: unknown, properties: JsonObject, context: JsonObject): void {
  if (typeof country !== 'string' || country === '') return;
  if (/^[A-Za-z]{2}$/.test(country)) setIn(context, 'device.country', country.toUpperCase());
  else properties.country = country;
}

import { isJsonObject, type JsonObject, SYSTEM_EVENTS } from '@lamppost/protocol';
import { clientId } from '../client-id.ts';
import { exceptionReport } from '../exception-report.ts';
import { compact, membersOf, textOf } from '../members.ts';
import type { Translated } from '../take-translated.ts';
import { posthogContext } from './posthog-context.ts';

export interface PosthogBatch {
  readonly events: readonly unknown[];
  readonly sentAt?: string | undefined;
}

/** Recordings and pictures of pages: nobody here keeps them. */
const ignored = new Set<unknown>(['$snapshot', '$snapshot_items', '$$heatmap', '$performance_event']);

/** Events of PostHog as ours; exceptions become crash reports. */
export function translatePosthog(
  { events, sentAt }: PosthogBatch,
  receivedAtMs: number,
): Translated & { readonly ignored: number } {
  const messages = events.map((event) => (isJsonObject(event) ? event : { event: 'unknown', type: 'unreadable' }));
  const known = messages.filter(({ event }) => !ignored.has(event));
  const isException = ({ event, properties }: JsonObject): boolean =>
    event === '$exception' && Array.isArray(membersOf(properties).$exception_list);
  return {
    events: known.filter((event) => !isException(event)).map((event) => eventOf(event, receivedAtMs)),
    crashes: known.filter(isException).map((event) => crashOf(event, receivedAtMs)),
    sentAt,
    ignored: messages.length - known.length,
  };
}

function eventOf(message: JsonObject, receivedAtMs: number): JsonObject {
  const { event, properties } = message;
  const isObject = properties === undefined || properties === null || isJsonObject(properties);
  const members = membersOf(properties);
  return compact({
    type: message.type === 'unreadable' ? message.type : undefined,
    event,
    ...(isObject ? { properties: ownProperties(members) } : { properties }),
    ...specialEvent(message, members),
    event_id: clientId(message.uuid ?? members.$insert_id),
    timestamp: timeOf(message, receivedAtMs),
    context: posthogContext(message, members),
  });
}

/** Those that mean something here too, in our form. */
function specialEvent({ event }: JsonObject, members: JsonObject): JsonObject {
  switch (event) {
    case '$pageview':
      return { type: 'page' };
    case '$screen':
      return { type: 'screen' };
    case '$identify':
      return { type: 'identify', properties: { ...membersOf(members.$set_once), ...membersOf(members.$set) } };
    case '$create_alias':
      return { type: 'identify', event: SYSTEM_EVENTS.identify, properties: compact({ previous_id: members.alias }) };
    case '$groupidentify':
      return {
        type: 'group',
        event: SYSTEM_EVENTS.group,
        properties: compact({
          ...membersOf(members.$group_set),
          group_type: members.$group_type,
          group_id: members.$group_key,
        }),
      };
    case '$feature_flag_called':
      return {
        event: SYSTEM_EVENTS.flagExposure,
        properties: compact({ flag_key: members.$feature_flag, value: members.$feature_flag_response }),
      };
    default:
      return {};
  }
}

/** Of the client, of the request or of the evaluation: their places are the context. The address of the client is not kept. */
const elsewhere = new Set(['token', 'distinct_id', '$ip', '$active_feature_flags', '$geoip_disable', '$insert_id']);

function ownProperties(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !elsewhere.has(name) && !name.startsWith('$feature/')),
  );
}

/** Old clients say how long ago it was. */
function timeOf({ timestamp, offset }: JsonObject, receivedAtMs: number): unknown {
  if (timestamp !== undefined && timestamp !== null) return timestamp;
  const isUsable = typeof offset === 'number' && offset >= 0 && offset < receivedAtMs;
  return isUsable ? new Date(receivedAtMs - offset).toISOString() : undefined;
}

function crashOf(message: JsonObject, receivedAtMs: number): JsonObject {
  const members = membersOf(message.properties);
  const list = (members.$exception_list as unknown[]).filter(isJsonObject);
  const { user, device, app, session, flags } = posthogContext(message, members) as Record<
    string,
    JsonObject | undefined
  >;
  const report = exceptionReport(list);
  return compact({
    ...report,
    platform: device?.platform ?? 'web',
    event_id: clientId(message.uuid),
    timestamp: timeOf(message, receivedAtMs),
    app_version: app?.version ?? '',
    build_number: app?.build,
    os_version: device?.os_version,
    device_model: device?.model,
    user_id: user?.id,
    device_id: device?.id ?? user?.anonymous_id,
    session_id: session?.id,
    active_flags: flags,
    custom_data: compact({
      ...membersOf(report.custom_data),
      url: textOf(members.$current_url),
      level: textOf(members.$exception_level),
    }),
  });
}

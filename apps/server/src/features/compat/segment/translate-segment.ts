import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { clientId } from '../client-id.ts';
import { compact, idOf, membersOf, textOf } from '../members.ts';
import type { Translated } from '../take-translated.ts';

/** Messages of Segment's tracking API as events: a batch, or the one message of `/v1/track` and its neighbours. */
export function translateSegment(body: JsonObject, type?: string): Translated {
  const messages: readonly unknown[] = Array.isArray(body.batch)
    ? body.batch
    : [type === undefined ? body : { ...body, type }];
  const sharedContext = Array.isArray(body.batch) ? membersOf(body.context) : {};
  return {
    events: messages.map((message) => (isJsonObject(message) ? eventOf(message, sharedContext) : unreadable(message))),
    sentAt: textOf(body.sentAt),
  };
}

function eventOf(message: JsonObject, sharedContext: JsonObject): JsonObject {
  const context = { ...sharedContext, ...membersOf(message.context) };
  return compact({
    ...contentOf(message),
    event_id: clientId(message.messageId),
    timestamp: message.timestamp ?? message.originalTimestamp,
    context: contextOf(message, context),
  });
}

/** What it is, and what it says. */
function contentOf(message: JsonObject): JsonObject {
  const { type, event, name, category, properties, traits, groupId, previousId } = message;
  switch (type) {
    case 'track':
    case undefined:
      return { type: 'track', event, properties };
    case 'page':
    case 'screen':
      return { type, properties: propertiesWith(properties, compact({ name, category })) };
    case 'identify':
      return { type, properties: traits };
    case 'group':
      return { type, properties: propertiesWith(traits, compact({ group_id: groupId })) };
    case 'alias':
      // The link of two ids, which an identify is for us.
      return { type: 'identify', properties: compact({ previous_id: previousId }) };
    default:
      return { type, event: event ?? 'unknown', properties };
  }
}

const propertiesWith = (properties: unknown, more: JsonObject): unknown =>
  properties === undefined || properties === null || isJsonObject(properties)
    ? { ...membersOf(properties), ...more }
    : properties;

/** The address of the client is not kept. */
function contextOf(message: JsonObject, context: JsonObject): JsonObject {
  const { app, device, library, os, locale, timezone, page, campaign, referrer } = context;
  const [ofApp, ofDevice, ofLibrary, ofOs] = [membersOf(app), membersOf(device), membersOf(library), membersOf(os)];
  const isAlias = message.type === 'alias';
  return compact({
    user: compact({
      id: idOf(message.userId),
      anonymous_id: idOf(isAlias ? message.previousId : message.anonymousId),
    }),
    device: compact({
      id: idOf(ofDevice.id),
      platform: platformOf(ofLibrary.name, ofDevice.type ?? ofOs.name),
      model: textOf(ofDevice.model),
      type: textOf(ofDevice.type),
      os_name: textOf(ofOs.name),
      os_version: textOf(ofOs.version),
      locale: textOf(locale),
      timezone: textOf(timezone),
    }),
    app: compact({
      version: textOf(ofApp.version),
      build: textOf(ofApp.build),
      namespace: textOf(ofApp.namespace),
    }),
    sdk: compact({ name: textOf(ofLibrary.name), version: textOf(ofLibrary.version) }),
    session: compact({ id: idOf(context.sessionId) }),
    account: compact({ id: idOf(message.groupId ?? context.groupId) }),
    page: isJsonObject(page) ? page : undefined,
    attribution: isJsonObject(campaign) ? campaign : undefined,
    referrer: isJsonObject(referrer) ? referrer : undefined,
  });
}

function platformOf(library: unknown, type: unknown): string | undefined {
  const name = textOf(library)?.toLowerCase() ?? '';
  if (/analytics[-.]?(?:js|next)|^web$/.test(name)) return 'web';
  const kind = textOf(type)?.toLowerCase();
  if (kind === 'ios' || kind === 'android') return kind;
  return /node|python|ruby|java$|-go|php|\.net/.test(name) ? 'server' : undefined;
}

const unreadable = (message: unknown): JsonObject => ({
  type: 'unreadable',
  event: 'unknown',
  properties: { message: message ?? null },
});

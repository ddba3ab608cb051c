import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { clientId } from '../client-id.ts';
import { exceptionReport } from '../exception-report.ts';
import { compact, membersOf, textOf } from '../members.ts';
import type { Translated } from '../take-translated.ts';
import { isoOfSeconds, sentryFacts } from './sentry-facts.ts';

const DEFAULT_FINGERPRINT = '{{ default }}';

/** An error as a crash report; a message as an event named `log`. */
export function translateEvent(event: JsonObject, idOfEnvelope: string | undefined): Translated {
  const { values } = membersOf(event.exception);
  const list: readonly unknown[] = Array.isArray(event.exception)
    ? event.exception
    : Array.isArray(values)
      ? values
      : [];
  // The innermost cause is the first there.
  const exceptions = list.filter(isJsonObject).reverse();
  const eventId = clientId(event.event_id ?? idOfEnvelope);
  const words = textOf(event.message) ?? textOf(membersOf(event.message ?? event.logentry).formatted);
  const isError = exceptions.some(({ type }) => textOf(type) !== undefined);
  if (isError || (exceptions.length > 0 && words === undefined))
    return { crashes: [crashOf(event, exceptions, eventId)] };
  return { events: [messageOf(event, words, eventId)] };
}

function crashOf(event: JsonObject, exceptions: readonly JsonObject[], eventId: string | undefined): JsonObject {
  const facts = sentryFacts(event);
  const report = exceptionReport(exceptions);
  const fingerprint = Array.isArray(event.fingerprint) ? event.fingerprint : [];
  return compact({
    ...report,
    platform: facts.platform,
    app_version: facts.appVersion ?? '',
    build_number: facts.buildNumber,
    os_version: facts.osVersion,
    device_model: facts.deviceModel,
    user_id: facts.userId,
    event_id: eventId,
    timestamp: isoOfSeconds(event.timestamp),
    screen_name: textOf(event.transaction),
    breadcrumbs: breadcrumbsOf(event.breadcrumbs),
    active_flags: facts.flags,
    fingerprint: fingerprint.length === 0 || fingerprint.includes(DEFAULT_FINGERPRINT) ? undefined : fingerprint,
    custom_data: compact({ ...membersOf(report.custom_data), ...detailsOf(event) }),
  });
}

function messageOf(event: JsonObject, words: string | undefined, eventId: string | undefined): JsonObject {
  const facts = sentryFacts(event);
  const sdk = membersOf(event.sdk);
  return compact({
    event: 'log',
    // An event without an exception and without words says nothing that could be kept.
    type: words === undefined ? 'unreadable' : undefined,
    event_id: eventId,
    timestamp: isoOfSeconds(event.timestamp),
    properties: compact({ body: words, severity: textOf(event.level), ...detailsOf(event) }),
    context: compact({
      user: compact({ id: facts.userId }),
      device: compact({
        platform: facts.platform,
        model: facts.deviceModel,
        os_name: facts.osName,
        os_version: facts.osVersion,
      }),
      app: compact({ version: facts.appVersion, build: facts.buildNumber }),
      sdk: compact({ name: textOf(sdk.name), version: textOf(sdk.version) }),
      flags: facts.flags,
    }),
  });
}

const detailsOf = (event: JsonObject): JsonObject =>
  compact({
    level: textOf(event.level),
    tags: isJsonObject(event.tags) ? event.tags : undefined,
    extra: isJsonObject(event.extra) ? event.extra : undefined,
    url: textOf(membersOf(event.request).url),
    environment: textOf(event.environment),
    trace_id: textOf(membersOf(membersOf(event.contexts).trace).trace_id),
  });

function breadcrumbsOf(breadcrumbs: unknown): readonly JsonObject[] | undefined {
  const { values } = membersOf(breadcrumbs);
  const list: readonly unknown[] = Array.isArray(breadcrumbs) ? breadcrumbs : Array.isArray(values) ? values : [];
  if (list.length === 0) return undefined;
  return list.filter(isJsonObject).map(({ timestamp, category, type, message, data }) =>
    compact({
      timestamp: isoOfSeconds(timestamp),
      category: textOf(category) ?? textOf(type),
      message: textOf(message) ?? requestOf(membersOf(data)),
    }),
  );
}

/** Breadcrumbs of requests have no words of their own. */
function requestOf({ method, url, status_code: status }: JsonObject): string | undefined {
  const words = [textOf(method), textOf(url), textOf(status)].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(' ');
}

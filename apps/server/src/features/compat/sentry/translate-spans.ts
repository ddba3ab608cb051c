import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { compact, membersOf, textOf } from '../members.ts';
import { isoOfSeconds, releaseOf, sentryFacts } from './sentry-facts.ts';

interface SpanParts {
  readonly span: JsonObject;
  readonly name: unknown;
  readonly endedAt: unknown;
  readonly attributes: JsonObject;
  readonly context: JsonObject;
}

/** A transaction and the spans inside of it, as performance metrics. */
export function translateTransaction(event: JsonObject): readonly JsonObject[] {
  const facts = sentryFacts(event);
  const context = compact({
    platform: facts.platform,
    app_version: facts.appVersion,
    build_number: facts.buildNumber,
    os_version: facts.osVersion,
    device_model: facts.deviceModel,
    user_id: facts.userId,
  });
  const root = { ...membersOf(membersOf(event.contexts).trace), start_timestamp: event.start_timestamp };
  const children = Array.isArray(event.spans) ? event.spans.filter(isJsonObject) : [];
  return [
    metricOf({ span: root, name: event.transaction, endedAt: event.timestamp, attributes: {}, context }),
    ...children.map((span) =>
      metricOf({
        span,
        name: span.description ?? span.op,
        endedAt: span.timestamp,
        attributes: membersOf(span.data),
        context,
      }),
    ),
  ];
}

/** Spans that are sent as they end, each with all that it says in attributes. */
export function translateSpans(payload: JsonObject): readonly JsonObject[] {
  const items = Array.isArray(payload.items) ? payload.items.filter(isJsonObject) : [];
  return items.map((span) => {
    const all = Object.entries(membersOf(span.attributes)).map(([key, value]) => [key, membersOf(value).value]);
    const attributes = Object.fromEntries(all) as JsonObject;
    const context = compact({
      platform: String(attributes['sentry.sdk.name'] ?? '').includes('browser') ? 'web' : 'server',
      app_version: releaseOf(textOf(attributes['sentry.release'])).version,
      user_id: textOf(attributes['user.id']),
    });
    const kept = Object.entries(attributes).filter(
      ([key]) => !/^(?:user|client|sentry\.sdk|network\.peer)\./.test(key),
    );
    return metricOf({
      span: { ...span, op: attributes['sentry.op'] },
      name: span.name,
      endedAt: span.end_timestamp,
      attributes: Object.fromEntries(kept),
      context,
    });
  });
}

function metricOf({ span, name, endedAt, attributes, context }: SpanParts): JsonObject {
  const { start_timestamp: startedAt, trace_id: traceId, span_id: spanId, parent_span_id: parentId, status } = span;
  const isTimed = typeof startedAt === 'number' && typeof endedAt === 'number';
  const hasIds = typeof traceId === 'string' && typeof spanId === 'string' && traceId !== '' && spanId !== '';
  return compact({
    metric_type: 'span',
    metric_name: name,
    value_ms: isTimed ? Math.round((endedAt - startedAt) * 1e6) / 1000 : undefined,
    is_error: typeof status === 'string' && status !== 'ok' && status !== 'cancelled' && status !== 'unset',
    timestamp: isoOfSeconds(startedAt),
    event_id: hasIds && traceId.length + spanId.length < 100 ? `${traceId}-${spanId}` : undefined,
    attributes: compact({
      ...attributes,
      op: textOf(span.op),
      trace_id: textOf(traceId),
      span_id: textOf(spanId),
      parent_span_id: textOf(parentId),
    }),
    context,
  });
}

import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { compact, membersOf, textOf } from '../members.ts';
import type { Translated } from '../take-translated.ts';
import { exceptionCrash, hasException } from './exception-attributes.ts';
import { type OtlpFacts, otlpFacts } from './otlp-facts.ts';
import { attributesOf, isoOfNanos, listOf, msOfNanos } from './otlp-values.ts';

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUS_ERROR = 2;

/** Spans as performance metrics, and the exceptions that they recorded as crash reports. Their ids are those of the span. */
export function translateTraces(body: JsonObject): Translated {
  const metrics: JsonObject[] = [];
  const crashes: JsonObject[] = [];
  for (const ofResource of listOf(body.resourceSpans).map(membersOf)) {
    const resource = attributesOf(ofResource.resource);
    for (const { spans } of listOf(ofResource.scopeSpans).map(membersOf)) {
      for (const span of listOf(spans).map(membersOf)) {
        const attributes = attributesOf(span);
        const facts = otlpFacts(resource, attributes);
        metrics.push(metricOf(span, attributes, facts));
        crashes.push(...crashesOf(span, facts));
      }
    }
  }
  return { metrics, crashes };
}

function metricOf(span: JsonObject, attributes: JsonObject, facts: OtlpFacts): JsonObject {
  const [start, end] = [msOfNanos(span.startTimeUnixNano), msOfNanos(span.endTimeUnixNano)];
  const status = attributes['http.response.status_code'] ?? attributes['http.status_code'];
  const kind = typeof span.kind === 'number' ? kinds[span.kind] : textOf(span.kind);
  return compact({
    metric_type: 'span',
    metric_name: span.name,
    // Nanoseconds since 1970 are too many digits for a double: the difference is exact to a microsecond.
    value_ms: start === undefined || end === undefined ? undefined : Math.round((end - start) * 1000) / 1000,
    status_code: Number.isSafeInteger(status) ? status : undefined,
    is_error: membersOf(span.status).code === STATUS_ERROR || membersOf(span.status).code === 'STATUS_CODE_ERROR',
    timestamp: isoOfNanos(span.startTimeUnixNano),
    event_id: idOf(span),
    attributes: compact({ ...attributes, service: facts.serviceName, kind, ...idsOf(span) }),
    context: compact({
      platform: facts.platform,
      app_version: facts.appVersion,
      os_version: facts.osVersion,
      device_model: facts.deviceModel,
      user_id: facts.userId,
      session_id: facts.sessionId,
      device_id: facts.deviceId,
    }),
  });
}

function crashesOf(span: JsonObject, facts: OtlpFacts): JsonObject[] {
  const id = idOf(span);
  return listOf(span.events).flatMap((event, index) => {
    if (!isJsonObject(event) || event.name !== 'exception') return [];
    const attributes = attributesOf(event);
    if (!hasException(attributes)) return [];
    const eventId = id === undefined ? undefined : `${id}-${index}`;
    const more = compact({ span: textOf(span.name), ...idsOf(span) });
    return [exceptionCrash(attributes, facts, { eventId, timestamp: isoOfNanos(event.timeUnixNano), more })];
  });
}

const idsOf = ({ traceId, spanId, parentSpanId }: JsonObject): JsonObject =>
  compact({ trace_id: textOf(traceId), span_id: textOf(spanId), parent_span_id: textOf(parentSpanId) });

function idOf({ traceId, spanId }: JsonObject): string | undefined {
  const isUsable = isId(traceId, 32) && isId(spanId, 16);
  return isUsable ? `${String(traceId).toLowerCase()}-${String(spanId).toLowerCase()}` : undefined;
}

const isId = (id: unknown, digits: number): boolean =>
  typeof id === 'string' && id.length === digits && /^[\da-f]+$/i.test(id);

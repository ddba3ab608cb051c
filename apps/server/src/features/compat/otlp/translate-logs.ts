import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { derivedId } from '../client-id.ts';
import { compact, membersOf, textOf } from '../members.ts';
import type { Translated } from '../take-translated.ts';
import { exceptionCrash, hasException } from './exception-attributes.ts';
import { type OtlpFacts, otlpFacts } from './otlp-facts.ts';
import { attributesOf, isoOfNanos, listOf, plainValue } from './otlp-values.ts';

/**
 * Log records as events, those of exceptions as crash reports. Records have no ids. Exporters repeat a request byte for
 * byte, so a record that says its time has one made of the bytes of the whole request and its place in it.
 */
export function translateLogs(body: JsonObject, bodyBytes: Buffer): Translated {
  const digest = createHash('sha256').update(bodyBytes).digest();
  const events: JsonObject[] = [];
  const crashes: JsonObject[] = [];
  let place = 0;
  for (const ofResource of listOf(body.resourceLogs).map(membersOf)) {
    const resource = attributesOf(ofResource.resource);
    for (const { scope, logRecords } of listOf(ofResource.scopeLogs).map(membersOf)) {
      for (const record of listOf(logRecords)) {
        const eventId = derivedId('otlp-log', digest, place++);
        const read = isJsonObject(record) ? readRecord(record, scope, resource, eventId) : unreadable;
        if (read.isCrash) crashes.push(read.item);
        else events.push(read.item);
      }
    }
  }
  return { events, crashes };
}

const unreadable = { isCrash: false, item: { type: 'unreadable', event: 'log' } };

function readRecord(record: JsonObject, scope: unknown, resource: JsonObject, derived: string) {
  const attributes = attributesOf(record);
  const facts = otlpFacts(resource, attributes);
  const timestamp = isoOfNanos(record.timeUnixNano) ?? isoOfNanos(record.observedTimeUnixNano);
  const eventId = timestamp === undefined ? undefined : derived;
  const more = compact({
    body: record.body === undefined ? undefined : plainValue(record.body),
    severity: textOf(record.severityText),
    severity_number: record.severityNumber,
    trace_id: textOf(record.traceId),
    span_id: textOf(record.spanId),
    scope: textOf(membersOf(scope).name),
  });
  if (hasException(attributes))
    return { isCrash: true, item: exceptionCrash(attributes, facts, { eventId, timestamp, more }) };
  const event = textOf(record.eventName) ?? textOf(attributes['event.name']) ?? 'log';
  const properties = { ...attributes, ...more };
  return {
    isCrash: false,
    item: compact({ event, properties, event_id: eventId, timestamp, context: contextOf(facts) }),
  };
}

const contextOf = (facts: OtlpFacts): JsonObject =>
  compact({
    user: compact({ id: facts.userId }),
    device: compact({
      id: facts.deviceId,
      platform: facts.platform,
      model: facts.deviceModel,
      os_name: facts.osName,
      os_version: facts.osVersion,
    }),
    app: compact({ version: facts.appVersion, namespace: facts.serviceName }),
    sdk: compact({ name: facts.sdkName, version: facts.sdkVersion }),
    session: compact({ id: facts.sessionId }),
  });

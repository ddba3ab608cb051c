import type { JsonObject } from '@lamppost/protocol';
import { compact, textOf } from '../members.ts';
import type { OtlpFacts } from './otlp-facts.ts';

const PREFIX = 'exception.';

/** Whether the attributes tell of an exception. */
export const hasException = (attributes: JsonObject): boolean =>
  textOf(attributes['exception.type']) !== undefined || textOf(attributes['exception.stacktrace']) !== undefined;

/** A crash report of an exception that attributes tell of; all other attributes go with it. */
export function exceptionCrash(
  attributes: JsonObject,
  facts: OtlpFacts,
  { eventId, timestamp, more }: { eventId: string | undefined; timestamp: string | undefined; more: JsonObject },
): JsonObject {
  const others = Object.entries(attributes).filter(([name]) => !name.startsWith(PREFIX));
  return compact({
    platform: facts.platform,
    app_version: facts.appVersion ?? '',
    os_version: facts.osVersion,
    device_model: facts.deviceModel,
    user_id: facts.userId,
    session_id: facts.sessionId,
    device_id: facts.deviceId,
    exception_type: textOf(attributes['exception.type']) ?? 'Error',
    exception_message: textOf(attributes['exception.message']),
    stack_trace: textOf(attributes['exception.stacktrace']),
    event_id: eventId,
    timestamp,
    custom_data: compact({ ...Object.fromEntries(others), service: facts.serviceName, ...more }),
  });
}

import { contextFromWire, type EvaluationContext, type FlagEvaluation } from '@lamppost/evaluator';
import type { JsonObject } from '@lamppost/protocol';
import { compact, membersOf, textOf } from '../members.ts';

/** Whom the flags are for. Properties of the person are attributes; those that PostHog has names for are facts. */
export function posthogFlagContext(body: JsonObject, environment: string): EvaluationContext {
  const person = membersOf(body.person_properties);
  const distinctId = textOf(body.distinct_id);
  const deviceId = textOf(body.$device_id);
  const wire = compact({
    user_id: distinctId === deviceId ? undefined : distinctId,
    device_id: deviceId,
    anonymous_id: textOf(body.$anon_distinct_id),
    app_version: textOf(person.$app_version),
    os_name: textOf(person.$os_name) ?? textOf(person.$os),
    os_version: textOf(person.$os_version),
    locale: textOf(person.$locale),
    timezone: textOf(body.timezone),
    attributes: person,
  });
  return { ...contextFromWire(wire), environment };
}

/** The flags in the form of `/flags?v=2`: what is no boolean is a variant, and whole in the payload. */
export function posthogFlags(evaluations: Iterable<readonly [string, FlagEvaluation]>): JsonObject {
  return Object.fromEntries([...evaluations].map(([key, evaluation]) => [key, flagOf(key, evaluation)]));
}

function flagOf(key: string, { value, reason }: FlagEvaluation): JsonObject {
  const isSwitch = typeof value === 'boolean';
  const isVariant = typeof value === 'string' || typeof value === 'number';
  return {
    key,
    enabled: isSwitch ? value : true,
    ...(isVariant ? { variant: String(value) } : {}),
    reason: { code: reason.toLowerCase(), description: reason, condition_index: null },
    metadata: { id: 0, version: 1, description: null, ...(isSwitch ? {} : { payload: JSON.stringify(value) }) },
  };
}

/** The same in the form of `/decide?v=3` and of `/flags` without a version. */
export function posthogDecision(flags: JsonObject): JsonObject {
  const rows = Object.entries(flags).map(([key, flag]) => [key, membersOf(flag)] as const);
  const payloads = rows.flatMap(([key, { metadata }]) => {
    const payload = membersOf(metadata).payload;
    return payload === undefined ? [] : [[key, payload] as const];
  });
  return {
    featureFlags: Object.fromEntries(rows.map(([key, { enabled, variant }]) => [key, variant ?? enabled])),
    featureFlagPayloads: Object.fromEntries(payloads),
  };
}

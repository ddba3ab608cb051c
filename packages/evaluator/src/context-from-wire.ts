import { builtInFields, type EvaluationContext } from './evaluation-context.ts';

const camelCaseIds = ['userId', 'deviceId', 'anonymousId'] as const;

/**
 * Reads a context as callers send it: facts under their snake_case names (the three ids in camelCase too), everything
 * else an attribute, members of `traits` and `attributes` included. Of one name given twice the innermost place counts:
 * `attributes`, then `traits`, then the context itself. Which groups the user is in is not for callers to say.
 */
export function contextFromWire(wire: unknown): EvaluationContext {
  const { traits, attributes, ...own } = asRecord(wire);
  const facts: Record<string, unknown> = {};
  for (const name of camelCaseIds) {
    facts[name] = own[name];
    delete own[name];
  }
  for (const [name, property] of Object.entries(builtInFields)) {
    facts[property] = own[name] ?? facts[property];
    delete own[name];
  }
  // Spread and rest copy a member named __proto__ as a member; assigning it would not.
  const isGrouped = isRecord(traits) || isRecord(attributes);
  // The facts last: with a member after them V8 makes a hidden class for each context, in the old generation.
  return { attributes: isGrouped ? { ...own, ...asRecord(traits), ...asRecord(attributes) } : own, ...facts };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

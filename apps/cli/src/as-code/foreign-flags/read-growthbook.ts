import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { ConditionSpec, RuleSpec } from '../flag-spec.ts';
import { collectFlags, objectsIn, plainValues, type ReadForeignFlags, refuse, ruleOf } from './imported-flags.ts';

const OPS: Readonly<Record<string, ConditionSpec['op']>> = {
  $eq: 'eq',
  $ne: 'neq',
  $in: 'in',
  $nin: 'not_in',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
  $regex: 'regex',
  $vgt: 'semver_gt',
  $vgte: 'semver_gte',
  $vlt: 'semver_lt',
  $vlte: 'semver_lte',
};
const FIELDS: Readonly<Record<string, string>> = { id: 'user_id', userId: 'user_id', deviceId: 'device_id' };

/** `GET /api/v1/features` or `/api/v2/features`, or the payload that SDKs get. */
export const readGrowthbook: ReadForeignFlags = (document, options) => {
  const features = isJsonObject(document) ? document.features : undefined;
  if (isJsonObject(features)) {
    const entries = Object.entries(features).map(([key, feature]): [string, JsonObject] => [
      key,
      isJsonObject(feature) ? feature : {},
    ]);
    return collectFlags(entries, options, (feature) => ({
      defaultValue: feature.defaultValue,
      targeting: { rules: objectsIn(feature.rules).map((rule) => ruleFor(rule, (value) => value)), rollout: null },
      notes: [],
    }));
  }
  const entries = objectsIn(features).map((feature): [string, JsonObject] => [String(feature.id), feature]);
  return collectFlags(entries, options, (feature) => {
    const environment = isJsonObject(feature.environments) ? feature.environments[options.from] : undefined;
    const own = isJsonObject(environment) ? environment : {};
    const parse = (value: unknown): unknown => valueOfType(feature.valueType, value);
    // Version 2 of the API has the rules of all environments in one list, version 1 has a list for each.
    const shared = Array.isArray(feature.rules)
      ? objectsIn(feature.rules).filter((rule) => isFor(rule, options.from))
      : undefined;
    const rules = (shared ?? objectsIn(own.rules)).filter((rule) => rule.enabled !== false);
    const isEnabled = own.enabled === true;
    return {
      name: feature.id,
      description: feature.description,
      tags: feature.tags,
      defaultValue: parse(own.defaultValue ?? feature.defaultValue),
      targeting: { rules: isEnabled ? rules.map((rule) => ruleFor(rule, parse)) : [], rollout: null },
      notes: isEnabled ? [] : [`it is off in ${options.from}, so it has no rules`],
    };
  });
};

const isFor = ({ allEnvironments, environments }: JsonObject, name: string): boolean =>
  allEnvironments === true || (Array.isArray(environments) && environments.includes(name));

function valueOfType(type: unknown, value: unknown): unknown {
  if (type === 'string' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return refuse('a value is not JSON');
  }
}

function ruleFor(rule: JsonObject, parse: (value: unknown) => unknown): RuleSpec {
  if (rule.variations !== undefined || String(rule.type ?? 'force').startsWith('experiment')) {
    refuse('it has an experiment: create it as an experiment');
  }
  if (rule.type !== undefined && rule.type !== 'force' && rule.type !== 'rollout')
    refuse(`it has a rule of type ${rule.type}`);
  if (objectsIn(rule.prerequisites).length > 0 || objectsIn(rule.parentConditions).length > 0)
    refuse('it has prerequisites');
  if (objectsIn(rule.savedGroupTargeting).length > 0) refuse('it targets saved groups: create groups');
  const coverage = typeof rule.coverage === 'number' ? rule.coverage : 1;
  const value = rule.force ?? rule.value;
  const name = typeof rule.description === 'string' && rule.description !== '' ? rule.description.slice(0, 200) : null;
  return ruleOf(conditionsOf(rule.condition), parse(value), Math.round(coverage * 10_000) / 100, name);
}

function conditionsOf(given: unknown): ConditionSpec[] {
  const condition = typeof given === 'string' ? valueOfType('json', given === '' ? '{}' : given) : (given ?? {});
  if (!isJsonObject(condition)) return refuse('a condition is not an object');
  return Object.entries(condition).flatMap(([name, wanted]) => {
    if (name.startsWith('$')) refuse(`a condition with ${name}`);
    const tests = isJsonObject(wanted) ? Object.entries(wanted) : [['$eq', wanted] as const];
    return tests.map(([operator, value]) => conditionOf(FIELDS[name] ?? name, operator, value));
  });
}

function conditionOf(field: string, operator: string, value: unknown): ConditionSpec {
  if (operator === '$exists') return { field, op: value === false ? 'not_exists' : 'exists', values: [] };
  const op = OPS[operator];
  if (op === undefined) return refuse(`a condition with ${operator}`);
  return { field, op, values: plainValues([value].flat()) };
}

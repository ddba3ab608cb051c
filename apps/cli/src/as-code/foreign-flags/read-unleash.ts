import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { ConditionSpec, RuleSpec } from '../flag-spec.ts';
import { collectFlags, objectsIn, type ReadForeignFlags, refuse, ruleOf } from './imported-flags.ts';

type Op = ConditionSpec['op'];

/** Each operator, and what it is when the constraint is inverted. */
const OPS: Readonly<Record<string, readonly [Op, Op?]>> = {
  IN: ['in', 'not_in'],
  NOT_IN: ['not_in', 'in'],
  STR_CONTAINS: ['contains', 'not_contains'],
  STR_STARTS_WITH: ['starts_with'],
  STR_ENDS_WITH: ['ends_with'],
  REGEX: ['regex'],
  NUM_EQ: ['eq', 'neq'],
  NUM_GT: ['gt', 'lte'],
  NUM_GTE: ['gte', 'lt'],
  NUM_LT: ['lt', 'gte'],
  NUM_LTE: ['lte', 'gt'],
  SEMVER_GT: ['semver_gt', 'semver_lte'],
  SEMVER_GTE: ['semver_gte', 'semver_lt'],
  SEMVER_LT: ['semver_lt', 'semver_gte'],
  SEMVER_LTE: ['semver_lte', 'semver_gt'],
};
const FIELDS: Readonly<Record<string, string>> = { userId: 'user_id', sessionId: 'session_id', appName: 'app' };
const PERCENTAGES: Readonly<Record<string, string>> = {
  flexibleRollout: 'rollout',
  gradualRolloutUserId: 'percentage',
  gradualRolloutSessionId: 'percentage',
  gradualRolloutRandom: 'percentage',
};

/** `GET /api/client/features`, or an export of a project. */
export const readUnleash: ReadForeignFlags = (document, options) => {
  const root = isJsonObject(document) ? document : {};
  const segments = new Map(objectsIn(root.segments).map((segment) => [segment.id, segment]));
  const isOf = (row: JsonObject): boolean => row.environment === undefined || row.environment === options.from;
  const entries = objectsIn(root.features).map((feature): [string, JsonObject] => [String(feature.name), feature]);
  return collectFlags(entries, options, (feature) => {
    const state = objectsIn(root.featureEnvironments).find((row) => row.featureName === feature.name && isOf(row));
    const strategies = Array.isArray(feature.strategies)
      ? objectsIn(feature.strategies)
      : objectsIn(root.featureStrategies).filter((row) => row.featureName === feature.name && isOf(row));
    const isEnabled = (state?.enabled ?? feature.enabled) === true;
    const active = strategies.filter(({ disabled }) => disabled !== true);
    const rules = isEnabled ? active.map((strategy) => ruleFor(strategy, segments)) : [];
    // Enabled without a strategy means for everybody.
    if (isEnabled && strategies.length === 0) rules.push(ruleOf([], true));
    return {
      name: feature.name,
      description: feature.description,
      defaultValue: false,
      targeting: { rules, rollout: null },
      notes: notesOf(feature, state, active, isEnabled),
    };
  });
};

function notesOf(
  feature: JsonObject,
  state: JsonObject | undefined,
  active: readonly JsonObject[],
  isEnabled: boolean,
) {
  const lists = [feature.variants, state?.variants, ...active.map(({ variants }) => variants)];
  const dependencies = objectsIn(feature.dependencies);
  return [
    ...(isEnabled ? [] : ['it is disabled there, so it has no rules']),
    ...(lists.some((list) => objectsIn(list).length > 0) ? ['its variants are left out: create an experiment'] : []),
    ...(dependencies.length > 0 ? ['its parent features are left out'] : []),
    ...(active.some(({ parameters }) => stickinessOf(parameters) === 'random')
      ? ['random becomes the same for each user']
      : []),
  ];
}

const stickinessOf = (parameters: unknown): unknown => (isJsonObject(parameters) ? parameters.stickiness : undefined);

function ruleFor(strategy: JsonObject, segments: ReadonlyMap<unknown, JsonObject>): RuleSpec {
  const name = String(strategy.name);
  const parameters = isJsonObject(strategy.parameters) ? strategy.parameters : {};
  const ofSegments = (Array.isArray(strategy.segments) ? strategy.segments : []).flatMap((id) =>
    objectsIn((segments.get(id) ?? refuse(`segment ${id} is not in the file`)).constraints),
  );
  const conditions = [...objectsIn(strategy.constraints), ...ofSegments].map(conditionOf);
  if (name === 'userWithId') {
    conditions.push({ field: 'user_id', op: 'in', values: listOf(parameters.userIds) });
    return ruleOf(conditions, true, 100, titleOf(strategy));
  }
  const parameter = PERCENTAGES[name];
  if (name !== 'default' && parameter === undefined) refuse(`the strategy ${name}`);
  const percentage = parameter === undefined ? 100 : Number(parameters[parameter] ?? 100);
  return ruleOf(conditions, true, percentage, titleOf(strategy));
}

const titleOf = ({ title }: JsonObject): string | null => (typeof title === 'string' && title !== '' ? title : null);

const listOf = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

function conditionOf({ contextName, operator, values, value, inverted }: JsonObject): ConditionSpec {
  const op = OPS[String(operator)]?.[inverted === true ? 1 : 0];
  if (op === undefined) return refuse(`a constraint with ${inverted === true ? 'inverted ' : ''}${operator}`);
  const given = Array.isArray(values) && values.length > 0 ? values.map(String) : [String(value ?? '')];
  const field = FIELDS[String(contextName)] ?? String(contextName);
  return { field, op, values: String(operator).startsWith('NUM_') ? given.map(Number) : given };
}

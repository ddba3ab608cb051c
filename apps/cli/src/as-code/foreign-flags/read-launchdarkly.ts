import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { ConditionSpec, RuleSpec } from '../flag-spec.ts';
import { collectFlags, objectsIn, plainValues, type ReadForeignFlags, refuse, ruleOf } from './imported-flags.ts';
import { type Share, shareForAll, shareRules } from './share-rules.ts';

type Op = ConditionSpec['op'];

/** Each operator, and what it is when the clause is negated. */
const OPS: Readonly<Record<string, readonly [Op, Op?]>> = {
  in: ['in', 'not_in'],
  contains: ['contains', 'not_contains'],
  startsWith: ['starts_with'],
  endsWith: ['ends_with'],
  matches: ['regex'],
  greaterThan: ['gt', 'lte'],
  greaterThanOrEqual: ['gte', 'lt'],
  lessThan: ['lt', 'gte'],
  lessThanOrEqual: ['lte', 'gt'],
  semVerGreaterThan: ['semver_gt', 'semver_lte'],
  semVerLessThan: ['semver_lt', 'semver_gte'],
};
const IDS: Readonly<Record<string, string>> = { user: 'user_id', device: 'device_id' };

/** `GET /api/v2/flags/{project}?summary=0`, or one flag of it. */
export const readLaunchdarkly: ReadForeignFlags = (document, options) => {
  const root = isJsonObject(document) ? document : {};
  const items = Array.isArray(root.items) ? objectsIn(root.items) : root.key === undefined ? [] : [root];
  const entries = items.map((flag): [string, JsonObject] => [String(flag.key), flag]);
  const valuesOf = new Map(entries.map(([key, flag]) => [key, objectsIn(flag.variations).map(({ value }) => value)]));
  return collectFlags(entries, options, (flag) => {
    if (flag.archived === true) refuse('it is archived');
    const found = isJsonObject(flag.environments) ? flag.environments[options.from] : undefined;
    const own = isJsonObject(found) ? found : refuse(`it has no environment ${options.from} in the file`);
    const values = valuesOf.get(String(flag.key)) ?? [];
    const off = Number(own.offVariation ?? values.length - 1);
    const isOn = own.on === true;
    const prerequisites = isOn
      ? objectsIn(own.prerequisites).map(({ key, variation }) => ({
          flag: String(key),
          value: valuesOf.get(String(key))?.[Number(variation)],
        }))
      : [];
    return {
      name: flag.name,
      description: flag.description,
      tags: flag.tags,
      defaultValue: values[off],
      targeting: isOn ? targetingOf(own, values, off) : { rules: [], rollout: null },
      prerequisites,
      notes: [
        ...(isOn ? [] : [`it is off in ${options.from}, so it has no rules`]),
        ...(prerequisites.length === 0 ? [] : ['its prerequisites hold in all environments']),
      ],
    };
  });
};

function targetingOf(own: JsonObject, values: readonly unknown[], off: number) {
  const targets = [...objectsIn(own.targets), ...objectsIn(own.contextTargets)].filter(
    (target) => Array.isArray(target.values) && target.values.length > 0,
  );
  const fallthrough = isJsonObject(own.fallthrough) ? own.fallthrough : {};
  const { rules, rollout } = shareForAll(sharesOf(fallthrough, values), values[off]);
  return {
    rules: [
      ...targets.map((target) => targetRule(target, values)),
      ...objectsIn(own.rules).flatMap((rule) =>
        shareRules(objectsIn(rule.clauses).map(conditionOf), sharesOf(rule, values)),
      ),
      ...rules,
    ],
    rollout,
  };
}

function targetRule({ contextKind, variation, values: ids }: JsonObject, values: readonly unknown[]): RuleSpec {
  const field = IDS[String(contextKind ?? 'user')] ?? refuse(`it targets contexts of the kind ${contextKind}`);
  return ruleOf([{ field, op: 'in', values: plainValues(ids as unknown[]) }], values[Number(variation)]);
}

function sharesOf({ variation, rollout }: JsonObject, values: readonly unknown[]): Share[] {
  if (!isJsonObject(rollout)) return [{ value: values[Number(variation)], weight: 1 }];
  return objectsIn(rollout.variations).map((one) => ({
    value: values[Number(one.variation)],
    weight: Number(one.weight),
  }));
}

function conditionOf({ attribute, op: operator, values, negate, contextKind }: JsonObject): ConditionSpec {
  if (operator === 'segmentMatch') return refuse('it uses a segment: create a group or a cohort');
  const op = OPS[String(operator)]?.[negate === true ? 1 : 0];
  if (op === undefined) return refuse(`a clause with ${negate === true ? 'not ' : ''}${operator}`);
  const isId = attribute === 'key';
  const field = isId ? IDS[String(contextKind ?? 'user')] : String(attribute).replace(/^\//, '').replaceAll('/', '.');
  if (field === undefined) return refuse(`a clause about contexts of the kind ${contextKind}`);
  return { field, op, values: plainValues(Array.isArray(values) ? values : []) };
}

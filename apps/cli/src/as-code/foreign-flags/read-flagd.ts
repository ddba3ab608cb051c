import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { ConditionSpec, RuleSpec, TargetingSpec } from '../flag-spec.ts';
import { collectFlags, objectsIn, plainValues, type ReadForeignFlags, refuse } from './imported-flags.ts';
import { type Share, shareForAll, shareRules } from './share-rules.ts';

type Op = ConditionSpec['op'];
const COMPARISONS: Readonly<Record<string, readonly [op: Op, swapped: Op]>> = {
  '==': ['eq', 'eq'],
  '===': ['eq', 'eq'],
  '!=': ['neq', 'neq'],
  '!==': ['neq', 'neq'],
  '>': ['gt', 'lt'],
  '>=': ['gte', 'lte'],
  '<': ['lt', 'gt'],
  '<=': ['lte', 'gte'],
};
const VERSIONS: Readonly<Record<string, Op>> = {
  '>': 'semver_gt',
  '>=': 'semver_gte',
  '<': 'semver_lt',
  '<=': 'semver_lte',
  '=': 'eq',
  '!=': 'neq',
};
const FIELDS: Readonly<Record<string, string>> = { targetingKey: 'user_id' };

interface Scope {
  readonly variants: JsonObject;
  readonly defaultValue: unknown;
  readonly evaluators: JsonObject;
}

/** A file of flag definitions as flagd reads it. */
export const readFlagd: ReadForeignFlags = (document, options) => {
  const root = isJsonObject(document) ? document : {};
  const evaluators = isJsonObject(root.$evaluators) ? root.$evaluators : {};
  const entries: [string, JsonObject][] = isJsonObject(root.flags)
    ? Object.entries(root.flags).map(([key, flag]) => [key, isJsonObject(flag) ? flag : {}])
    : objectsIn(root.flags).map((flag) => [String(flag.key), flag]);
  return collectFlags(entries, options, (flag) => {
    const variants = isJsonObject(flag.variants) ? flag.variants : {};
    const defaultValue = variants[String(flag.defaultVariant)];
    const isEnabled = flag.state !== 'DISABLED';
    const { targeting } = flag;
    const hasTargeting = isJsonObject(targeting) && Object.keys(targeting).length > 0;
    return {
      defaultValue,
      targeting:
        isEnabled && hasTargeting
          ? targetingOf(targeting, { variants, defaultValue, evaluators })
          : { rules: [], rollout: null },
      notes: isEnabled ? [] : ['it is disabled, so it has no rules'],
    };
  });
};

function targetingOf(targeting: unknown, scope: Scope): TargetingSpec {
  const rules: RuleSpec[] = [];
  let rest: unknown = targeting;
  // An "else" that is an "if" goes on with the same list.
  while (isJsonObject(rest) && Array.isArray(rest.if)) {
    const parts: readonly unknown[] = rest.if;
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const conditions = conditionsOf(parts[at], scope);
      for (const conjunction of conditions) rules.push(...shareRules(conjunction, sharesOf(parts[at + 1], scope)));
    }
    rest = parts.length % 2 === 1 ? parts.at(-1) : null;
  }
  const last = shareForAll(sharesOf(rest, scope), scope.defaultValue);
  return { rules: [...rules, ...last.rules], rollout: last.rollout };
}

/** A variant, several by their shares, or nothing, which means the default. */
function sharesOf(outcome: unknown, { variants, defaultValue }: Scope): Share[] {
  if (outcome === null || outcome === undefined) return [{ value: defaultValue, weight: 1 }];
  if (isJsonObject(outcome) && Array.isArray(outcome.fractional)) {
    return outcome.fractional
      .filter((part): part is unknown[] => Array.isArray(part))
      .map(([name, weight = 1]) => ({ value: variantOf(name, variants), weight: Number(weight) }));
  }
  return [{ value: variantOf(outcome, variants), weight: 1 }];
}

function variantOf(name: unknown, variants: JsonObject): unknown {
  if (typeof name === 'object') return refuse('a computed outcome');
  return Object.hasOwn(variants, String(name))
    ? variants[String(name)]
    : refuse(`the variant ${name}, which it does not have`);
}

/** Beyond these a flag has more rules than anybody can read. */
const MAX_ALTERNATIVES = 50;
const MAX_DEPTH = 20;
const TOO_MANY = 'too many alternatives in its conditions';

/** Alternatives, of which each is a list of conditions that all must hold. */
function conditionsOf(logic: unknown, scope: Scope, depth = 0): ConditionSpec[][] {
  if (depth > MAX_DEPTH) return refuse('conditions that are nested too deeply');
  const alternatives = alternativesOf(logic, scope, depth + 1);
  return alternatives.length > MAX_ALTERNATIVES ? refuse(TOO_MANY) : alternatives;
}

function alternativesOf(logic: unknown, scope: Scope, depth: number): ConditionSpec[][] {
  if (!isJsonObject(logic)) return refuse('a condition that is not an object');
  const [[operator, given] = ['', undefined]] = Object.entries(logic);
  const parts = Array.isArray(given) ? given : [given];
  if (operator === '$ref')
    return conditionsOf(scope.evaluators[String(given)] ?? refuse(`the evaluator ${given} is missing`), scope, depth);
  if (operator === 'or') return parts.flatMap((part) => conditionsOf(part, scope, depth));
  if (operator === 'and') {
    let all: ConditionSpec[][] = [[]];
    for (const part of parts) {
      const alternatives = conditionsOf(part, scope, depth);
      if (all.length * alternatives.length > MAX_ALTERNATIVES) return refuse(TOO_MANY);
      all = alternatives.flatMap((alternative) => all.map((known) => [...known, ...alternative]));
    }
    return all;
  }
  if (operator === '!') return [[negated(parts[0])]];
  return [[conditionOf(operator, parts)]];
}

function conditionOf(operator: string, [left, right, third]: readonly unknown[]): ConditionSpec {
  const field = fieldOf(left);
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined && field !== undefined)
    return { field, op: comparison[0], values: plainValues([right]) };
  const swapped = fieldOf(right);
  if (comparison !== undefined && swapped !== undefined)
    return { field: swapped, op: comparison[1], values: plainValues([left]) };
  if (operator === 'in' && field !== undefined && Array.isArray(right))
    return { field, op: 'in', values: plainValues(right) };
  // A text that is in a field.
  if (operator === 'in' && swapped !== undefined)
    return { field: swapped, op: 'contains', values: plainValues([left]) };
  if (operator === 'starts_with' && field !== undefined)
    return { field, op: 'starts_with', values: plainValues([right]) };
  if (operator === 'ends_with' && field !== undefined) return { field, op: 'ends_with', values: plainValues([right]) };
  const version = operator === 'sem_ver' ? VERSIONS[String(right)] : undefined;
  if (version !== undefined && field !== undefined) return { field, op: version, values: plainValues([third]) };
  return refuse(`a condition with ${operator || 'nothing in it'}`);
}

function negated(logic: unknown): ConditionSpec {
  const [[operator, given] = ['', undefined]] = Object.entries(isJsonObject(logic) ? logic : {});
  const condition = conditionOf(operator, Array.isArray(given) ? given : [given]);
  const opposite: Partial<Record<Op, Op>> = { in: 'not_in', contains: 'not_contains', eq: 'neq', neq: 'eq' };
  return { ...condition, op: opposite[condition.op] ?? refuse(`a condition with not ${operator}`) };
}

function fieldOf(value: unknown): string | undefined {
  if (!isJsonObject(value) || value.var === undefined) return undefined;
  const name = String(Array.isArray(value.var) ? value.var[0] : value.var);
  if (name.startsWith('$flagd')) return refuse(`a condition about ${name}`);
  return FIELDS[name] ?? name;
}

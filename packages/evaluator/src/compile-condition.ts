import { COHORT_FIELD, cohortCondition } from './cohort-condition.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import type { ConditionPool } from './condition-pool.ts';
import { isBuiltInField } from './evaluation-context.ts';
import {
  type Accepts,
  type MatchValue,
  matchEqual,
  matchEqualVersion,
  matchOrder,
  matchRegex,
  matchSemVerOrder,
  matchText,
  matchVersionOrder,
  never,
} from './match-value.ts';
import type { RegexEngine } from './regex-engine.ts';
import type { ConditionDefinition, ConditionValue } from './ruleset.ts';
import { factIndex, type Subject } from './subject.ts';

/** Group key to the ids of its users. */
export type GroupMembers = ReadonlyMap<string, ReadonlySet<string>>;

export interface ConditionScope {
  readonly groups: GroupMembers;
  /** Of cohorts that are served: a condition on any other matches no users. */
  readonly cohorts: GroupMembers;
  readonly regex: RegexEngine | undefined;
  /** Conditions that were compiled before. */
  readonly pool: ConditionPool;
}

export function compileCondition(condition: ConditionDefinition, scope: ConditionScope): CompiledCondition {
  requireShape(condition);
  const { field, op, values } = condition;
  return scope.pool.take(JSON.stringify([field, op, values]), () => compileNew(condition, scope));
}

type Compiled = Omit<CompiledCondition, 'index' | 'text'>;

function compileNew(condition: ConditionDefinition, scope: ConditionScope): Compiled {
  const { field, op, values } = condition;
  if (field === 'user_group') return groupCondition(op, values, scope.groups);
  if (field === COHORT_FIELD) return cohortCondition(op, values, scope.cohorts);
  const matches = matchOp(condition, scope);
  if (isBuiltInField(field)) {
    const at = factIndex(field);
    return { holds: (subject) => matches(subject.facts[at]), actual: (subject) => subject.facts[at] };
  }
  const actual = attributeReader(field);
  const matchesAny = op === 'exists' || op === 'not_exists' ? matches : anyElement(matches, negativeOps.has(op));
  return { holds: (subject) => matchesAny(actual(subject)), actual };
}

function requireShape({ field, op, values }: ConditionDefinition): void {
  if (typeof field !== 'string') throw new Error('a condition has no field');
  if (op === 'exists' || op === 'not_exists') return;
  const isWhole = Array.isArray(values) && values.every((value) => isPresent(value) && typeof value !== 'object');
  if (!isWhole) throw new Error(`the values for ${field} are not a list of texts, numbers and booleans`);
}

/** A list satisfies a condition when any element does; a negative condition when none is what it rules out. */
function anyElement(matches: MatchValue, isNegative: boolean): MatchValue {
  return (actual) => {
    if (typeof actual !== 'object' || !Array.isArray(actual)) return matches(actual);
    return isNegative ? actual.every(matches) : actual.some(matches);
  };
}

/** What every object has is no attribute, unless the context has one of that name. */
function attributeReader(field: string): (subject: Subject) => unknown {
  if (!(field in Object.prototype)) return (subject) => subject.attributes[field];
  return ({ attributes }) => (Object.hasOwn(attributes, field) ? attributes[field] : undefined);
}

const negativeOps = new Set(['neq', 'not_in', 'not_contains']);

const orders: Readonly<Record<string, Accepts>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

function matchOp({ field, op, values }: ConditionDefinition, { regex }: ConditionScope): MatchValue {
  const isVersion = field === 'app_version' || field === 'os_version';
  switch (op) {
    case 'exists':
      return isPresent;
    case 'not_exists':
      return (actual) => !isPresent(actual);
    case 'eq':
    case 'in':
      return isVersion ? matchEqualVersion(values) : matchEqual(values);
    case 'neq':
    case 'not_in':
      return not(isVersion ? matchEqualVersion(values) : matchEqual(values));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return any(values, (value) => (isVersion ? matchVersionOrder : matchOrder)(value, orders[op] as Accepts));
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
      return any(values, (value) => matchSemVerOrder(value, orders[op.slice('semver_'.length)] as Accepts));
    case 'contains':
      return any(values, (value) => matchText(value, (actual, part) => actual.includes(part)));
    case 'not_contains':
      return not(any(values, (value) => matchText(value, (actual, part) => actual.includes(part))));
    case 'starts_with':
      return any(values, (value) => matchText(value, (actual, part) => actual.startsWith(part)));
    case 'ends_with':
      return any(values, (value) => matchText(value, (actual, part) => actual.endsWith(part)));
    case 'regex':
      if (regex === undefined) throw new Error('no regex engine was given');
      return any(values, (value) => matchRegex(value, regex));
    default:
      return never;
  }
}

function any(values: readonly ConditionValue[], matcher: (value: ConditionValue) => MatchValue): MatchValue {
  const matchers = values.map(matcher);
  const [only] = matchers;
  if (only !== undefined && matchers.length === 1) return only;
  return (actual) => matchers.some((matches) => matches(actual));
}

const not =
  (matches: MatchValue): MatchValue =>
  (actual) =>
    !matches(actual);

const isPresent: MatchValue = (actual) => actual !== undefined && actual !== null;

/** Groups are those that the context names, and those of the ruleset that list the user. */
function groupCondition(op: string, values: readonly unknown[], groups: GroupMembers): Compiled {
  const keys = values.filter((value) => typeof value === 'string');
  const isMember = (subject: Subject): boolean => keys.some((key) => subject.isMemberOf(key, groups));
  const actual = (subject: Subject): readonly unknown[] => {
    const { userId = '' } = subject;
    const listing = [...groups].filter(([, members]) => members.has(userId)).map(([key]) => key);
    return [...new Set([...subject.groupKeys, ...listing])];
  };
  if (op === 'in' || op === 'eq') return { holds: isMember, actual };
  if (op === 'not_in' || op === 'neq') return { holds: (subject) => !isMember(subject), actual };
  return { holds: never, actual };
}

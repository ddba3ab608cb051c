import type { Condition, ConditionValue, Operator } from './condition.ts';

export interface OperatorWords {
  readonly op: Operator;
  readonly words: string;
  readonly takes: 'many' | 'one' | 'nothing';
}

/** `one` is what people mean; the server takes several everywhere, and any of them is enough. */
export const operatorTable: readonly OperatorWords[] = [
  { op: 'eq', words: 'is', takes: 'one' },
  { op: 'neq', words: 'is not', takes: 'one' },
  { op: 'in', words: 'is one of', takes: 'many' },
  { op: 'not_in', words: 'is none of', takes: 'many' },
  { op: 'contains', words: 'contains', takes: 'many' },
  { op: 'not_contains', words: 'does not contain', takes: 'many' },
  { op: 'starts_with', words: 'starts with', takes: 'many' },
  { op: 'ends_with', words: 'ends with', takes: 'many' },
  { op: 'regex', words: 'matches regex', takes: 'one' },
  { op: 'gt', words: 'is more than', takes: 'one' },
  { op: 'gte', words: 'is at least', takes: 'one' },
  { op: 'lt', words: 'is less than', takes: 'one' },
  { op: 'lte', words: 'is at most', takes: 'one' },
  { op: 'semver_gt', words: 'is a version above', takes: 'one' },
  { op: 'semver_gte', words: 'is at least version', takes: 'one' },
  { op: 'semver_lt', words: 'is a version below', takes: 'one' },
  { op: 'semver_lte', words: 'is at most version', takes: 'one' },
  { op: 'exists', words: 'is set', takes: 'nothing' },
  { op: 'not_exists', words: 'is not set', takes: 'nothing' },
];

const ofGroups: ReadonlySet<Operator> = new Set(['eq', 'neq', 'in', 'not_in']);
const ofNumbers: ReadonlySet<Operator> = new Set(['gt', 'gte', 'lt', 'lte']);

export const operatorWords = (op: Operator): OperatorWords =>
  operatorTable.find((row) => row.op === op) ?? { op, words: op, takes: 'many' };

/** Sets of users, by key. */
const setFields: ReadonlySet<string> = new Set(['user_group', 'user_cohort']);

/** What can be asked of a field. Groups and cohorts are named, not compared. */
export function operatorsFor(field: string): readonly OperatorWords[] {
  return setFields.has(field) ? operatorTable.filter(({ op }) => ofGroups.has(op)) : operatorTable;
}

export interface BuiltInField {
  readonly name: string;
  readonly detail: string;
}

export const builtInFields: readonly BuiltInField[] = [
  { name: 'user_id', detail: 'The id of the signed-in user' },
  { name: 'user_group', detail: 'Groups of the user' },
  { name: 'user_cohort', detail: 'Cohorts of the user, in this environment' },
  { name: 'device_id', detail: 'The id of the device' },
  { name: 'anonymous_id', detail: 'The id before sign-in' },
  { name: 'platform', detail: 'web, ios, android …' },
  { name: 'country', detail: 'Two letters: DE, US' },
  { name: 'locale', detail: 'Language and region: en-GB' },
  { name: 'timezone', detail: 'Europe/Berlin' },
  { name: 'app_version', detail: 'App version' },
  { name: 'build_number', detail: 'App build' },
  { name: 'os_name', detail: 'Operating system' },
  { name: 'os_version', detail: 'Operating system version' },
  { name: 'device_model', detail: 'iPhone15,2' },
  { name: 'environment', detail: 'Slug of the environment' },
];

const versionFields: ReadonlySet<string> = new Set(['app_version', 'os_version']);

/** A condition with another operator: values stay as far as it takes them. */
export function withOperator(condition: Condition, op: Operator): Condition {
  const { takes } = operatorWords(op);
  if (takes === 'nothing') return { ...condition, op, values: [] };
  return { ...condition, op, values: takes === 'one' ? condition.values.slice(0, 1) : condition.values };
}

/** Another field; an operator that it does not have becomes "is". */
export function withField(condition: Condition, field: string): Condition {
  const isUsable = operatorsFor(field).some(({ op }) => op === condition.op);
  const isOtherKind = field !== condition.field && (setFields.has(field) || setFields.has(condition.field));
  const values = isOtherKind ? [] : condition.values;
  return isUsable ? { ...condition, field, values } : { field, op: 'eq', values: values.slice(0, 1) };
}

/**
 * Typed values as they are sent. What was there before keeps its type: `true` that came as a boolean stays one.
 * Sizes are compared as numbers, so what looks like one is sent as one, except for versions.
 */
export function readValues(typed: readonly string[], condition: Condition): ConditionValue[] {
  return typed.map((text) => {
    const before = condition.values.find((value) => String(value) === text);
    if (before !== undefined) return before;
    const number = Number(text);
    const isNumber = ofNumbers.has(condition.op) && !versionFields.has(condition.field) && text.trim() !== '';
    return isNumber && Number.isFinite(number) ? number : text;
  });
}

/** What is wrong with a condition, in words; undefined when it can be saved. */
export function conditionProblem({ field, op, values }: Condition): string | undefined {
  if (field.trim() === '') return 'Select a field';
  const { takes, words } = operatorWords(op);
  if (takes !== 'nothing' && values.length === 0) return `Enter a value: ${field} ${words} …`;
  if (values.length > 100) return 'At most 100 values';
  return undefined;
}

import { COHORT_FIELD } from '@lamppost/evaluator';
import { isJsonObject } from '@lamppost/protocol';
import { Unacceptable } from '../../control/control-errors.ts';
import type { Condition, Rule } from '../../edge/targeting-rules.ts';
import type { NewRule } from './flag-store.ts';

/** Per flag and environment. Evaluation walks them all, for every flag, on every request. */
export const MAX_RULES = 100;
const MAX_CONDITIONS = 20;
const MAX_VALUES = 100;
const MAX_STRING_LENGTH = 1_024;
const MAX_FIELD_LENGTH = 128;
const MAX_ID_LENGTH = 128;
const MAX_NAME_LENGTH = 200;

const WITHOUT_VALUES: ReadonlySet<string> = new Set(['exists', 'not_exists']);
const OF_GROUPS: ReadonlySet<string> = new Set(['eq', 'neq', 'in', 'not_in']);
/** Fields whose values name sets of users. */
const SET_FIELDS: ReadonlySet<string> = new Set(['user_group', COHORT_FIELD]);
const OPERATORS: ReadonlySet<string> = new Set([
  ...WITHOUT_VALUES,
  ...OF_GROUPS,
  ...['gt', 'gte', 'lt', 'lte', 'contains', 'not_contains', 'starts_with', 'ends_with', 'regex'],
  ...['semver_gt', 'semver_gte', 'semver_lt', 'semver_lte'],
]);

/** What is wrong with a pattern; undefined when it may be used. */
export type CheckRegex = (pattern: string) => string | undefined;

/**
 * Rules as they are kept, ids and defaults filled in. Throws Unacceptable, naming the place (`rules.3.conditions.0.op`).
 * Whether values are of the flag's type is not looked at.
 */
export function readRules(
  sent: readonly NewRule[],
  { checkRegex, newId }: { readonly checkRegex: CheckRegex; readonly newId: () => string },
): Rule[] {
  if (!Array.isArray(sent)) refuse('rules', 'must be a list.');
  if (sent.length > MAX_RULES) refuse('rules', `can have at most ${MAX_RULES} rules.`);
  const ids = new Set<string>();
  return sent.map((rule: NewRule, index) => {
    const place = `rules.${index}`;
    if (!isJsonObject(rule)) refuse(place, 'must be an object.');
    const id = rule.id ?? newId();
    if (!isText(id, 1, MAX_ID_LENGTH)) refuse(`${place}.id`, `must be a string of 1 to ${MAX_ID_LENGTH} characters.`);
    if (ids.has(id)) refuse(`${place}.id`, 'is the id of another rule.');
    ids.add(id);
    const { name = null, percentage = 100, enabled = true, value } = rule;
    if (name !== null && !isText(name, 0, MAX_NAME_LENGTH)) {
      refuse(`${place}.name`, `must be a string of at most ${MAX_NAME_LENGTH} characters.`);
    }
    checkPercentage(percentage, `${place}.percentage`);
    if (typeof enabled !== 'boolean') refuse(`${place}.enabled`, 'must be true or false.');
    return {
      id,
      name,
      conditions: readConditions(rule.conditions, `${place}.conditions`, checkRegex),
      value,
      percentage,
      enabled,
    };
  });
}

export function checkPercentage(percentage: number, field: string): void {
  const isInBounds = typeof percentage === 'number' && percentage >= 0 && percentage <= 100;
  if (!isInBounds) refuse(field, 'must be a number from 0 to 100.');
}

/** All of them must hold. `place` is where they were sent. */
export function readConditions(sent: readonly Condition[], place: string, checkRegex: CheckRegex): Condition[] {
  const isInBounds = Array.isArray(sent) && sent.length <= MAX_CONDITIONS;
  if (!isInBounds) refuse(place, `must be a list of at most ${MAX_CONDITIONS}.`);
  return sent.map((condition, index) => readCondition(condition, `${place}.${index}`, checkRegex));
}

function readCondition(sent: Condition, place: string, checkRegex: CheckRegex): Condition {
  if (!isJsonObject(sent)) refuse(place, 'must be an object.');
  const { field, op } = sent;
  const values = sent.values ?? [];
  if (!isText(field, 1, MAX_FIELD_LENGTH)) {
    refuse(`${place}.field`, `must be a string of 1 to ${MAX_FIELD_LENGTH} characters.`);
  }
  if (!OPERATORS.has(op)) refuse(`${place}.op`, 'is not an operator.');
  if (SET_FIELDS.has(field) && !OF_GROUPS.has(op)) {
    refuse(`${place}.op`, `must be one of ${[...OF_GROUPS].join(', ')} for ${field}.`);
  }
  if (!Array.isArray(values)) refuse(`${place}.values`, 'must be a list.');
  if (WITHOUT_VALUES.has(op)) {
    if (values.length > 0) refuse(`${place}.values`, `must be empty for ${op}.`);
  } else if (values.length < 1 || values.length > MAX_VALUES) {
    refuse(`${place}.values`, `must have 1 to ${MAX_VALUES} values.`);
  }
  for (const [index, value] of values.entries()) {
    checkValue(value, sent, `${place}.values.${index}`);
    const fault = op === 'regex' ? checkRegex(String(value)) : undefined;
    if (fault !== undefined) refuse(`${place}.values.${index}`, `can't be used as a pattern: it ${fault}.`);
  }
  return { field, op, values };
}

function checkValue(value: unknown, { field, op }: Condition, place: string): void {
  const isUsable =
    typeof value === 'boolean' || Number.isFinite(value) || (isText(value, 0, MAX_STRING_LENGTH) as boolean);
  if (!isUsable) refuse(place, `must be a string of at most ${MAX_STRING_LENGTH} characters, a number or a boolean.`);
  if ((SET_FIELDS.has(field) || op === 'regex') && typeof value !== 'string') refuse(place, 'must be a string.');
}

function isText(value: unknown, shortest: number, longest: number): value is string {
  return typeof value === 'string' && value.length >= shortest && value.length <= longest;
}

function refuse(field: string, what: string): never {
  throw new Unacceptable(field, `${field} ${what}`);
}

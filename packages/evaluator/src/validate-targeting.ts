import type { ValueType } from './ruleset.ts';
import { type TargetingProblem, validateCondition } from './validate-condition.ts';

const maxConditions = 20;
const maxIdLength = 128;

/** A json value is an object or a list, so that it cannot be taken for one of the other types. */
export function isValueOfType(value: unknown, valueType: ValueType): boolean {
  if (valueType === 'json') return typeof value === 'object' && value !== null;
  return typeof value === valueType && (typeof value !== 'number' || Number.isFinite(value));
}

/** Everything that is wrong with the rules of a flag; none when they can be saved. A rule without an id gets one then. */
export function validateRules(rules: unknown, valueType: ValueType): TargetingProblem[] {
  if (!Array.isArray(rules)) return [{ path: 'rules', message: 'must be a list' }];
  const ids = rules.map((rule: unknown) => (isObject(rule) ? (rule.id ?? undefined) : undefined));
  return rules.flatMap((rule: unknown, index) => {
    const path = `rules.${index}`;
    if (!isObject(rule)) return [{ path, message: 'must be an object' }];
    const isTaken = ids[index] !== undefined && ids.indexOf(ids[index]) < index;
    return [...problemIf(isTaken, `${path}.id`, 'is the id of another rule'), ...validateRule(rule, valueType, path)];
  });
}

/** The same for a rollout; paths are those of its own fields. */
export function validateRollout(rollout: unknown, valueType: ValueType): TargetingProblem[] {
  if (!isObject(rollout)) return [{ path: 'rollout', message: 'must be an object' }];
  return validateShare(rollout, valueType, '');
}

function validateRule(rule: Record<string, unknown>, valueType: ValueType, path: string): TargetingProblem[] {
  const { conditions } = rule;
  const id = rule.id ?? 'minted';
  const isId = typeof id === 'string' && id !== '' && id.length <= maxIdLength;
  const areConditions = Array.isArray(conditions) && conditions.length <= maxConditions;
  return [
    ...problemIf(!isId, `${path}.id`, `must be a text of 1 to ${maxIdLength} characters`),
    ...problemIf(typeof (rule.name ?? '') !== 'string', `${path}.name`, 'must be a text'),
    ...problemIf(typeof rule.enabled !== 'boolean', `${path}.enabled`, 'must be true or false'),
    ...validateShare(rule, valueType, `${path}.`),
    ...problemIf(!areConditions, `${path}.conditions`, `must be a list of at most ${maxConditions}`),
    ...(areConditions ? conditions : []).flatMap((condition: unknown, index) =>
      validateCondition(condition, `${path}.conditions.${index}`),
    ),
  ];
}

function validateShare(share: Record<string, unknown>, valueType: ValueType, prefix: string): TargetingProblem[] {
  const { percentage, value } = share;
  const isPercentage = typeof percentage === 'number' && percentage >= 0 && percentage <= 100;
  return [
    ...problemIf(!isPercentage, `${prefix}percentage`, 'must be a number from 0 to 100'),
    ...problemIf(!isValueOfType(value, valueType), `${prefix}value`, `must be a ${valueType} value`),
  ];
}

const problemIf = (isWrong: boolean, path: string, message: string): TargetingProblem[] =>
  isWrong ? [{ path, message }] : [];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

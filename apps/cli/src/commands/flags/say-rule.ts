import type { Wire } from '@lamppost/protocol';
import { printable, printableValue } from '../../output/printable.ts';

type Rule = Wire['Targeting']['rules'][number];
type Condition = Rule['conditions'][number];

const OPERATORS: Readonly<Record<Condition['op'], string>> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  regex: 'matches',
  exists: 'is set',
  not_exists: 'is not set',
  semver_gt: 'is a version >',
  semver_gte: 'is a version ≥',
  semver_lt: 'is a version <',
  semver_lte: 'is a version ≤',
};

/** `if plan is pro and country is one of DE, AT → true for 50 %`. */
export function sayRule({ conditions, value, percentage, enabled }: Rule): string {
  const asked = conditions.map(sayCondition).join(' and ');
  const share = percentage === 100 ? '' : ` for ${percentage} %`;
  return `${asked === '' ? 'always' : `if ${asked}`} → ${printableValue(value)}${share}${enabled ? '' : ' (disabled)'}`;
}

export function sayCondition({ field, op, values }: Condition): string {
  const said = values.map(printableValue).join(', ');
  return [printable(field), OPERATORS[op], said].filter((part) => part !== '').join(' ');
}

import { expect, test } from 'vitest';
import { openFeatureReason } from './open-feature-reason.ts';

const cases = [
  { reason: 'KILLED', bucket: undefined, expected: 'DISABLED' },
  { reason: 'RULE_MATCH', bucket: undefined, expected: 'TARGETING_MATCH' },
  { reason: 'RULE_MATCH', bucket: 7, expected: 'SPLIT' },
  { reason: 'ROLLOUT', bucket: undefined, expected: 'STATIC' },
  { reason: 'ROLLOUT', bucket: 0, expected: 'SPLIT' },
  { reason: 'DEFAULT', bucket: undefined, expected: 'DEFAULT' },
  { reason: 'OVERRIDE', bucket: undefined, expected: 'STATIC' },
  { reason: 'ERROR', bucket: undefined, expected: 'ERROR' },
];
for (const { reason, bucket, expected } of cases) {
  test(`${reason} with bucket ${bucket} is ${expected}`, () =>
    expect(openFeatureReason(reason, bucket)).toBe(expected));
}

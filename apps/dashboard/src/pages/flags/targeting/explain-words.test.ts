import { expect, test } from 'vitest';
import { contextOf, type Explanation, outcomeWords, readAttribute, reasonWords, shareWords } from './explain-words.ts';

type Line = Explanation['rules'][number];
const line = (part: Partial<Line>): Line => ({
  rule_id: 'r2',
  name: 'Pro',
  outcome: 'matched',
  failed_condition: null,
  percentage: 30,
  bucket: 12,
  hash_input: null,
  ...part,
});
const explanation = (part: Partial<Explanation>): Explanation => ({
  flag_key: 'f',
  value: true,
  reason: 'DEFAULT',
  rule_id: null,
  bucket: null,
  hash_input: null,
  identity: null,
  config_version: '1',
  at: '',
  prerequisites: [],
  rules: [],
  rollout: null,
  ...part,
});

test('a match names the rule by place and name', () => {
  const rules = [line({ rule_id: 'r1', name: null }), line({})];
  expect(reasonWords(explanation({ reason: 'RULE_MATCH', rule_id: 'r2', rules }))).toBe('Rule 2 “Pro” matches.');
  expect(reasonWords(explanation({ reason: 'RULE_MATCH', rule_id: 'r1', rules }))).toBe('Rule 1 matches.');
});

test.each(['KILLED', 'ROLLOUT', 'DEFAULT', 'NOT_FOUND', 'ERROR'] as const)('%s has a sentence', (reason) => {
  expect(reasonWords(explanation({ reason }))).toMatch(/\.$/);
});

test('a share says the bucket and where the line is', () => {
  expect(shareWords({ percentage: 30, bucket: 37 })).toBe('bucket 37 of 100; buckets below 30 are included');
  expect(shareWords({ percentage: 100, bucket: null })).toBe('applies to all users');
});

test('a condition that failed says what was there instead', () => {
  const failed = line({
    outcome: 'condition_failed',
    failed_condition: { field: 'plan', op: 'in', values: ['pro', 'plus'], actual: 'free' },
  });
  expect(outcomeWords(failed)).toEqual({
    isMatch: false,
    words: 'no match: plan is one of pro or plus (is "free")',
  });
  const missing = line({ outcome: 'condition_failed', failed_condition: { field: 'plan', op: 'exists', values: [] } });
  expect(outcomeWords(missing).words).toBe('no match: plan is set (not set)');
});

test('attributes are what they look like, facts are texts', () => {
  expect(['true', '42', '-1.5', '007', 'x', '1e5'].map(readAttribute)).toEqual([true, 42, -1.5, '007', 'x', '1e5']);
  const fields = [
    { name: 'age', value: '5' },
    { name: 'build_number', value: '5' },
    { name: 'empty', value: '' },
    { name: ' ', value: 'x' },
  ];
  expect(contextOf({ user_id: ' u1 ', device_id: '' }, fields, new Set(['build_number']))).toEqual({
    user_id: 'u1',
    age: 5,
    build_number: '5',
  });
});

test('a prerequisite that failed is named with what it is', () => {
  const failed = { flag: 'base', value: true, outcome: 'failed' } as const;
  const words = (actual: unknown) =>
    reasonWords(explanation({ reason: 'DEFAULT', prerequisites: [{ ...failed, actual }] }));
  expect(words(false)).toBe('A prerequisite failed: base must be true and is false. Serving the default.');
  expect(words(null)).toBe('A prerequisite failed: base must be true and is not served. Serving the default.');
});

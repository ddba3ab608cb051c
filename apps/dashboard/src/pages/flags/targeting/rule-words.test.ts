import { expect, test } from 'vitest';
import type { Condition } from '../../../conditions/condition.ts';
import { valuesText } from '../../../conditions/condition-parts.ts';
import { rolloutText, ruleName, ruleText, valueText } from './rule-words.ts';

const rule = (conditions: Condition[], value: unknown, percentage = 100) => ({ conditions, value, percentage });
const nbsp = (text: string) => text.replaceAll(' %', '\u202f%');

test('a rule is a sentence', () => {
  const plan: Condition = { field: 'plan', op: 'eq', values: ['pro'] };
  expect(ruleText(rule([plan], true))).toBe(nbsp('if plan is pro → true for 100 %'));
});

test('conditions are joined by "and", several values by "or"', () => {
  const conditions: Condition[] = [
    { field: 'app_version', op: 'semver_gte', values: ['4.9.0'] },
    { field: 'country', op: 'in', values: ['DE', 'AT', 'CH'] },
    { field: 'email', op: 'exists', values: [] },
  ];
  expect(ruleText(rule(conditions, 'chat', 12.5))).toBe(
    nbsp(
      'if app_version is at least version 4.9.0 and country is one of DE, AT or CH and email is set → "chat" for 12.5 %',
    ),
  );
});

test('a rule without conditions is for everybody', () => {
  expect(ruleText(rule([], 7, 50))).toBe(nbsp('all users → 7 for 50 %'));
});

test('many values are counted, not listed', () => {
  expect(valuesText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
  expect(valuesText([])).toBe('…');
  expect(valuesText([''])).toBe('""');
});

test('a text that says true is not mistaken for true', () => {
  expect(valueText('true')).toBe('"true"');
  expect(valueText(true)).toBe('true');
  expect(valueText({ a: 'x'.repeat(200) })).toHaveLength(80);
});

test('a rule without a name is called by its place', () => {
  expect(ruleName({ name: null }, 1)).toBe('Rule 2');
  expect(ruleName({ name: '  ' }, 0)).toBe('Rule 1');
  expect(ruleName({ name: 'Pro' }, 0)).toBe('Pro');
});

test('a rollout says for whom it is', () => {
  expect(rolloutText({ percentage: 30, value: true })).toBe(nbsp('true for 30 % of users'));
  expect(rolloutText(null)).toBe('no rollout');
});

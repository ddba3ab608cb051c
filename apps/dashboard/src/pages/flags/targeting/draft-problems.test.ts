import { expect, test } from 'vitest';
import { draftProblems, problemsOfResult, valueProblem } from './draft-problems.ts';

test('a value must be of the type of the flag', () => {
  expect(valueProblem('x', 'boolean')).toBe('Enter a boolean');
  expect(valueProblem(Number.NaN, 'number')).toBe('Enter a number');
  expect(valueProblem(undefined, 'json')).toBe('Enter a JSON object or array');
  expect(valueProblem([], 'json')).toBeUndefined();
  expect(valueProblem('é'.repeat(40_000), 'string')).toBe('The value can be at most 64 KiB');
});

test('problems are found where they are shown', () => {
  const rule = {
    id: 'a',
    name: null,
    conditions: [{ field: '', op: 'eq' as const, values: [] }],
    value: 1,
    percentage: 100,
    enabled: true,
  };
  expect(draftProblems({ rules: [rule], rollout: { percentage: 1, value: 'x' } }, 'number')).toEqual({
    'rules.0.conditions.0': 'Select a field',
    'rollout.value': 'Enter a number',
  });
});

test('what the server says of a value is shown at its condition', () => {
  expect(problemsOfResult({ 'rules.1.conditions.0.values.0': ['bad pattern', 'x'], 'rules.2.value': ['no'] })).toEqual({
    'rules.1.conditions.0': 'bad pattern',
    'rules.2.value': 'no',
  });
});

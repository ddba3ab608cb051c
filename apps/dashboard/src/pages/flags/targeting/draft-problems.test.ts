import { expect, test } from 'vitest';
import { draftProblems, problemsOfResult, valueProblem } from './draft-problems.ts';

test('a value must be of the type of the flag', () => {
  expect(valueProblem('x', 'boolean')).toBe('Give a boolean.');
  expect(valueProblem(Number.NaN, 'number')).toBe('Give a number.');
  expect(valueProblem(undefined, 'json')).toBe('Write an object or a list.');
  expect(valueProblem([], 'json')).toBeUndefined();
  expect(valueProblem('é'.repeat(40_000), 'string')).toBe('A value has at most 64 KiB.');
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
    'rules.0.conditions.0': 'Choose a field.',
    'rollout.value': 'Give a number.',
  });
});

test('what the server says of a value is shown at its condition', () => {
  expect(problemsOfResult({ 'rules.1.conditions.0.values.0': ['bad pattern', 'x'], 'rules.2.value': ['no'] })).toEqual({
    'rules.1.conditions.0': 'bad pattern',
    'rules.2.value': 'no',
  });
});

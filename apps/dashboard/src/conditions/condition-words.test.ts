import { expect, test } from 'vitest';
import {
  conditionProblem,
  operatorsFor,
  operatorTable,
  readValues,
  withField,
  withOperator,
} from './condition-words.ts';

test('every operator of the wire has words of its own', () => {
  expect(operatorTable).toHaveLength(19);
  expect(new Set(operatorTable.map(({ words }) => words)).size).toBe(19);
});

test('groups can be named but not compared', () => {
  for (const field of ['user_group', 'user_cohort']) {
    expect(operatorsFor(field).map(({ op }) => op)).toEqual(['eq', 'neq', 'in', 'not_in']);
  }
  expect(operatorsFor('plan')).toBe(operatorTable);
});

test('another operator keeps the values that it can take', () => {
  const condition = { field: 'plan', op: 'in', values: ['a', 'b'] } as const;
  expect(withOperator({ ...condition, values: ['a', 'b'] }, 'not_in').values).toEqual(['a', 'b']);
  expect(withOperator({ ...condition, values: ['a', 'b'] }, 'eq').values).toEqual(['a']);
  expect(withOperator({ ...condition, values: ['a', 'b'] }, 'exists').values).toEqual([]);
});

test('a field that has not the operator falls back to "is", and values of groups are not values of others', () => {
  expect(withField({ field: 'email', op: 'contains', values: ['@'] }, 'user_group')).toEqual({
    field: 'user_group',
    op: 'eq',
    values: [],
  });
  expect(withField({ field: 'plan', op: 'in', values: ['a'] }, 'tier')).toEqual({
    field: 'tier',
    op: 'in',
    values: ['a'],
  });
});

test('sizes are numbers, versions and names are texts, and what was there keeps its type', () => {
  expect(readValues(['5', 'x'], { field: 'age', op: 'gt', values: [] })).toEqual([5, 'x']);
  expect(readValues(['4.10'], { field: 'app_version', op: 'gte', values: [] })).toEqual(['4.10']);
  expect(readValues(['007'], { field: 'user_id', op: 'in', values: [] })).toEqual(['007']);
  expect(readValues(['true', '3'], { field: 'trial', op: 'in', values: [true, 3] })).toEqual([true, 3]);
});

test('a condition that says nothing yet cannot be saved', () => {
  expect(conditionProblem({ field: ' ', op: 'eq', values: ['x'] })).toBe('Select a field');
  expect(conditionProblem({ field: 'plan', op: 'eq', values: [] })).toBe('Enter a value: plan is …');
  expect(conditionProblem({ field: 'plan', op: 'exists', values: [] })).toBeUndefined();
  expect(conditionProblem({ field: 'plan', op: 'in', values: Array.from({ length: 101 }, String) })).toBe(
    'At most 100 values',
  );
});

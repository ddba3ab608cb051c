import { describe, expect, test } from 'vitest';
import { Unacceptable } from '../../control/control-errors.ts';
import type { NewRule } from './flag-store.ts';
import { MAX_RULES, readRules } from './read-rules.ts';

let newId = 0;
const options = {
  checkRegex: (pattern: string) => (pattern === '(' ? 'has a ( that is not closed' : undefined),
  newId: () => `minted-${newId++}`,
};
const read = (rules: unknown) => readRules(rules as NewRule[], options);
const rule = (more: object = {}) => ({ conditions: [], value: true, ...more });
const withCondition = (condition: object) => [rule({ conditions: [condition] })];
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('readRules', () => {
  test('fills in what is left out and mints an id for each rule without one', () => {
    const [first, second] = read([rule({ id: null }), rule()]);
    expect(first).toEqual({
      id: expect.any(String),
      name: null,
      conditions: [],
      value: true,
      percentage: 100,
      enabled: true,
    });
    expect(first?.id).not.toBe(second?.id);
  });

  test('keeps what is sent and drops what it does not know', () => {
    const condition = { field: 'a', op: 'not_exists' };
    const sent = rule({ id: 'x', name: 'X', percentage: 0, enabled: false, conditions: [condition], extra: 1 });
    expect(read([sent])).toEqual([
      { id: 'x', name: 'X', percentage: 0, enabled: false, value: true, conditions: [{ ...condition, values: [] }] },
    ]);
  });

  const fine: Record<string, unknown> = {
    'as many rules as there may be': many(MAX_RULES).map(() => rule()),
    'twenty conditions': [rule({ conditions: many(20).map(() => ({ field: 'a', op: 'eq', values: [1] })) })],
    'a hundred values': withCondition({ field: 'a', op: 'in', values: many(100) }),
    'the longest text': withCondition({ field: 'f'.repeat(128), op: 'eq', values: ['x'.repeat(1024), ''] }),
    'a pattern that may be used': withCondition({ field: 'a', op: 'regex', values: ['^a+$'] }),
    'group keys': withCondition({ field: 'user_group', op: 'not_in', values: ['beta'] }),
  };
  for (const [name, rules] of Object.entries(fine)) {
    test(`takes ${name}`, () => expect(read(rules)).toHaveLength((rules as unknown[]).length));
  }

  const eq = { field: 'a', op: 'eq', values: [1] };
  const refused: Record<string, [field: string, rules: unknown]> = {
    'what is no list': ['rules', {}],
    'one rule too many': ['rules', many(MAX_RULES + 1).map(() => rule())],
    'a rule that is no object': ['rules.1', [rule(), null]],
    'an empty id': ['rules.0.id', [rule({ id: '' })]],
    'an id that is no text': ['rules.0.id', [rule({ id: 7 })]],
    'an id used twice': ['rules.2.id', [rule({ id: 'a' }), rule(), rule({ id: 'a' })]],
    'a name that is too long': ['rules.0.name', [rule({ name: 'x'.repeat(201) })]],
    'a percentage below 0': ['rules.0.percentage', [rule({ percentage: -0.1 })]],
    'a percentage above 100': ['rules.0.percentage', [rule({ percentage: 100.1 })]],
    'a percentage as text': ['rules.0.percentage', [rule({ percentage: '50' })]],
    'enabled as text': ['rules.0.enabled', [rule({ enabled: 'no' })]],
    'no conditions': ['rules.0.conditions', [{ value: true }]],
    'twenty-one conditions': ['rules.0.conditions', [rule({ conditions: many(21).map(() => eq) })]],
    'a condition that is no object': ['rules.0.conditions.1', [rule({ conditions: [eq, []] })]],
    'no field': ['rules.0.conditions.0.field', withCondition({ ...eq, field: undefined })],
    'an empty field': ['rules.0.conditions.0.field', withCondition({ ...eq, field: '' })],
    'a field that is too long': ['rules.0.conditions.0.field', withCondition({ ...eq, field: 'x'.repeat(129) })],
    'an unknown operator': ['rules.0.conditions.0.op', withCondition({ ...eq, op: 'like' })],
    'an operator of every object': ['rules.0.conditions.0.op', withCondition({ ...eq, op: 'constructor' })],
    'another operator on groups': ['rules.0.conditions.0.op', withCondition({ ...eq, field: 'user_group', op: 'gt' })],
    'no values': ['rules.0.conditions.0.values', withCondition({ field: 'a', op: 'eq' })],
    'an empty list of values': ['rules.0.conditions.0.values', withCondition({ ...eq, values: [] })],
    'a hundred and one values': ['rules.0.conditions.0.values', withCondition({ ...eq, values: many(101) })],
    'values for exists': ['rules.0.conditions.0.values', withCondition({ ...eq, op: 'exists' })],
    'values that are one value': ['rules.0.conditions.0.values', withCondition({ ...eq, values: 'x' })],
    'a text that is too long': ['rules.0.conditions.0.values.0', withCondition({ ...eq, values: ['x'.repeat(1025)] })],
    'a number without end': ['rules.0.conditions.0.values.0', withCondition({ ...eq, values: [Number.NaN] })],
    'null among the values': ['rules.0.conditions.0.values.1', withCondition({ ...eq, values: [1, null] })],
    'a pattern that may not be used': [
      'rules.0.conditions.0.values.1',
      withCondition({ field: 'a', op: 'regex', values: ['a', '('] }),
    ],
    'a pattern that is no text': [
      'rules.0.conditions.0.values.0',
      withCondition({ field: 'a', op: 'regex', values: [1] }),
    ],
    'a group key that is no text': [
      'rules.0.conditions.0.values.0',
      withCondition({ field: 'user_group', op: 'in', values: [1] }),
    ],
  };
  for (const [name, [field, rules]] of Object.entries(refused)) {
    test(`refuses ${name}, naming the place`, () => {
      expect(() => read(rules)).toThrow(Unacceptable);
      expect(() => read(rules)).toThrow(expect.objectContaining({ field }));
    });
  }
});

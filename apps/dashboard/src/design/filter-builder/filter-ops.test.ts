import { describe, expect, test } from 'vitest';
import { filterOps, filterSentence, isComplete, readTypedValue, withOp } from './filter-ops.ts';

describe('another comparison', () => {
  const filter = { field: 'plan', op: 'eq', value: 'pro' } as const;

  test('keeps the value where it fits', () => {
    expect(withOp(filter, 'in')).toEqual({ field: 'plan', op: 'in', value: ['pro'] });
    expect(withOp({ field: 'plan', op: 'in', value: ['pro', 'free'] }, 'neq')).toEqual({
      field: 'plan',
      op: 'neq',
      value: 'pro',
    });
    expect(withOp({ field: 'price', op: 'eq', value: '20' }, 'gt')).toEqual({ field: 'price', op: 'gt', value: 20 });
  });

  test('forgets it where it does not', () => {
    expect(withOp(filter, 'gt')).toEqual({ field: 'plan', op: 'gt', value: '' });
    expect(withOp(filter, 'is_null')).toEqual({ field: 'plan', op: 'is_null' });
    expect(withOp({ field: 'plan', op: 'is_null' }, 'in')).toEqual({ field: 'plan', op: 'in', value: [] });
  });
});

test('a filter that is still being written is not complete', () => {
  expect(isComplete({ field: 'plan', op: 'eq', value: '' })).toBe(false);
  expect(isComplete({ field: 'plan', op: 'in', value: [] })).toBe(false);
  expect(isComplete({ field: 'price', op: 'gt', value: 'many' })).toBe(false);
  expect(isComplete({ field: '', op: 'is_null' })).toBe(false);
  expect(isComplete({ field: 'plan', op: 'eq', value: false })).toBe(true);
  expect(isComplete({ field: 'price', op: 'gt', value: 0 })).toBe(true);
  expect(isComplete({ field: 'timestamp', op: 'gt', value: '2026-11-15' })).toBe(true);
  expect(isComplete({ field: 'plan', op: 'is_null' })).toBe(true);
});

test('what is typed has the type of its field', () => {
  expect(readTypedValue('5', 'number')).toBe(5);
  expect(readTypedValue('', 'number')).toBe('');
  expect(readTypedValue('five', 'number')).toBe('five');
  expect(readTypedValue('5', 'string')).toBe('5');
  expect(readTypedValue('true', 'boolean')).toBe(true);
});

test('every comparison reads as a sentence', () => {
  expect(filterSentence({ field: 'plan', op: 'in', value: ['pro', 'free'] })).toBe('plan is one of pro, free');
  expect(filterSentence({ field: 'plan', op: 'is_null' })).toBe('plan is not set');
  expect(filterSentence({ field: 'plan', op: 'eq', value: '' })).toBe('plan is …');
  expect(new Set(filterOps.map((one) => one.words)).size).toBe(filterOps.length);
});

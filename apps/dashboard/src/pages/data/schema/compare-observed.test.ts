import { expect, test } from 'vitest';
import { compareObserved, undeclared } from './compare-observed.ts';
import type { PropertyRow } from './json-schema.ts';

const row = (part: Partial<PropertyRow>): PropertyRow => ({
  name: 'items',
  types: ['integer'],
  isRequired: false,
  description: '',
  values: undefined,
  more: [],
  ...part,
});
const seen = (part: object) => ({
  name: 'items',
  path: ['items'],
  types: ['number' as const],
  examples: [],
  coverage: 100,
  ...part,
});

test('what fits says how often it was seen', () => {
  expect(compareObserved(row({}), seen({ coverage: 40 })).tone).toBe('good');
  expect(compareObserved(row({ types: [] }), seen({ types: ['string', 'object'] })).tone).toBe('good');
});

test('another type, a required one that is missing, and one that never came stand out', () => {
  expect(compareObserved(row({}), seen({ types: ['number', 'string'] }))).toEqual({
    tone: 'warn',
    words: 'also seen as string',
  });
  expect(compareObserved(row({ isRequired: true }), seen({ coverage: 99 })).tone).toBe('warn');
  expect(compareObserved(row({ isRequired: true }), undefined).tone).toBe('warn');
  expect(compareObserved(row({}), undefined).tone).toBe('neutral');
});

test('what was seen and is not declared is named, members of objects are not', () => {
  const observed = [
    seen({}),
    seen({ name: 'cart', path: ['cart'] }),
    seen({ name: '"cart".total', path: ['cart', 'total'] }),
    seen({ name: '"cart.total"', path: ['cart.total'] }),
  ];
  expect([...undeclared([row({})], observed).keys()]).toEqual(['cart', 'cart.total']);
});

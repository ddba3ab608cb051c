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
const seen = (part: object) => ({ name: 'items', types: ['number' as const], examples: [], coverage: 100, ...part });

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
  const observed = [seen({}), seen({ name: 'cart' }), seen({ name: 'cart.total' }), seen({ name: 'a.b' })];
  expect(undeclared([row({})], observed).map(({ name }) => name)).toEqual(['cart', 'a.b']);
});

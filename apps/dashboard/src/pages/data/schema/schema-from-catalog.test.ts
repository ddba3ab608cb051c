import { expect, test } from 'vitest';
import { schemaFromCatalog } from './schema-from-catalog.ts';

const seen = (
  path: string | string[],
  types: readonly ('string' | 'number' | 'null' | 'object' | 'boolean')[],
  coverage = 100,
) => ({
  path: [path].flat(),
  types: [...types],
  coverage,
});

test('types are those that were seen, and what every event carried is required', () => {
  expect(schemaFromCatalog([seen('items', ['number']), seen('coupon', ['null', 'string'], 12.4)], 500)).toEqual({
    type: 'object',
    properties: { items: { type: 'number' }, coupon: { type: ['null', 'string'] } },
    required: ['items'],
  });
});

test('a few events require nothing', () => {
  expect(schemaFromCatalog([seen('items', ['number'])], 3)).not.toHaveProperty('required');
});

test('members of objects are schemas inside, and a dot in a name is not a member', () => {
  expect(
    schemaFromCatalog(
      [
        seen('cart', ['object'], 50),
        seen(['cart', 'total'], ['number'], 50),
        seen('cart.id', ['string'], 1),
        seen('a.b', ['string'], 1),
      ],
      100,
    ),
  ).toEqual({
    type: 'object',
    properties: {
      cart: { type: 'object', properties: { total: { type: 'number' } } },
      'cart.id': { type: 'string' },
      'a.b': { type: 'string' },
    },
  });
});

test('an event without properties has a schema that allows everything', () => {
  expect(schemaFromCatalog([], 100)).toEqual({ type: 'object', properties: {} });
});

import { expect, test } from 'vitest';
import { freeName, readSchemaTable, withOthers, withoutProperty, withProperty } from './json-schema.ts';

const schema = {
  type: 'object',
  required: ['items'],
  properties: {
    items: { type: 'integer', minimum: 1, description: 'How many' },
    currency: { type: ['string', 'null'], enum: ['EUR', 'USD'] },
    extra: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
  additionalProperties: false,
  dependentRequired: { currency: ['items'] },
};

test('a schema is read as rows, and what the table cannot show is named', () => {
  expect(readSchemaTable(schema)).toEqual({
    rows: [
      {
        name: 'items',
        types: ['integer'],
        isRequired: true,
        description: 'How many',
        values: undefined,
        more: ['minimum'],
      },
      {
        name: 'currency',
        types: ['string', 'null'],
        isRequired: false,
        description: '',
        values: ['EUR', 'USD'],
        more: [],
      },
      { name: 'extra', types: [], isRequired: false, description: '', values: undefined, more: ['anyOf'] },
    ],
    allowsOthers: false,
    more: ['dependentRequired'],
  });
});

test('nothing of a schema makes the table fail', () => {
  for (const odd of [{}, { properties: null }, { properties: [], required: 'x' }, { properties: { a: true, b: 7 } }]) {
    expect(() => readSchemaTable(odd)).not.toThrow();
  }
  expect(readSchemaTable({ additionalProperties: { type: 'string' } })).toMatchObject({
    allowsOthers: true,
    more: ['additionalProperties'],
  });
});

test('a change of one property keeps the order and everything that was not touched', () => {
  const changed = withProperty(schema, 'items', { name: 'item_count', types: ['number'] });
  expect(Object.keys(changed.properties as object)).toEqual(['item_count', 'currency', 'extra']);
  expect(changed).toMatchObject({
    required: ['item_count'],
    properties: { item_count: { type: 'number', minimum: 1, description: 'How many' }, extra: schema.properties.extra },
    dependentRequired: { currency: ['items'] },
  });
});

test('what is cleared leaves the schema', () => {
  const changed = withProperty(withProperty(schema, 'items', { isRequired: false, description: '' }), 'currency', {
    types: [],
    values: undefined,
  });
  expect(changed).not.toHaveProperty('required');
  expect(changed.properties).toMatchObject({ items: { type: 'integer', minimum: 1 }, currency: {} });
  expect(changed.properties).not.toHaveProperty('currency.enum');
});

test('a property is added and removed, others are allowed and forbidden', () => {
  const added = withProperty({ type: 'object' }, 'plan', { types: ['string'], isRequired: true });
  expect(added).toEqual({ type: 'object', properties: { plan: { type: 'string' } }, required: ['plan'] });
  expect(withoutProperty(added, 'plan')).toEqual({ type: 'object', properties: {} });
  expect(withOthers(added, false)).toMatchObject({ additionalProperties: false });
  expect(withOthers(withOthers(added, false), true)).toEqual(added);
});

test('a new property has a name that is free', () => {
  expect(freeName({ properties: { a: {}, property_3: {} } })).toBe('property_4');
});

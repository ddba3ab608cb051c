import { expect, test } from 'vitest';
import { sayShape } from './shape.ts';
import { shapeOfSchema } from './shape-of-schema.ts';

const cases: { name: string; schema: unknown; said: string }[] = [
  { name: 'nothing', schema: {}, said: 'unknown' },
  { name: 'true', schema: true, said: 'unknown' },
  { name: 'several types', schema: { type: ['string', 'null'] }, said: 'null | string' },
  { name: 'an integer is a number', schema: { type: ['integer', 'number'] }, said: 'number' },
  { name: 'a choice', schema: { enum: ['b', 'a', 1] }, said: '"a" | "b" | 1' },
  { name: 'a constant', schema: { const: true }, said: 'true' },
  { name: 'a list', schema: { type: 'array', items: { type: 'string' } }, said: '[string]' },
  {
    name: 'an object',
    schema: { type: 'object', required: ['b'], properties: { b: { type: 'string' }, a: { type: 'number' } } },
    said: '{"a"?: number, "b": string}',
  },
  { name: 'properties without a type', schema: { properties: { a: {} } }, said: '{"a"?: unknown}' },
  {
    name: 'a reference',
    schema: { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'boolean' } } },
    said: '{"a"?: boolean}',
  },
  {
    name: 'all of',
    schema: {
      allOf: [{ required: ['a'] }, { properties: { b: { type: 'string' } } }],
      type: 'object',
      properties: { a: { type: 'number' } },
    },
    said: '{"a": number, "b"?: string}',
  },
  { name: 'any of', schema: { anyOf: [{ type: 'string' }, { type: 'number' }] }, said: 'number | string' },
];
for (const { name, schema, said } of cases) {
  test(`shapeOfSchema: ${name}`, () => expect(sayShape(shapeOfSchema(schema))).toBe(said));
}

test('a schema that refers to itself ends', () => {
  expect(shapeOfSchema({ $ref: '#' })).toEqual({ kind: 'unknown' });
});

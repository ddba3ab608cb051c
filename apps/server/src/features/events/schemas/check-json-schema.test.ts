import { describe, expect, test } from 'vitest';
import { Unacceptable } from '../../../control/control-errors.ts';
import { checkJsonSchema } from './check-json-schema.ts';

const checkPattern = (pattern: string) => (pattern.includes('(?=') ? 'looks ahead' : undefined);
const check = (schema: unknown) => checkJsonSchema(schema, checkPattern);

const faultOf = (schema: unknown): { field: string; message: string } => {
  try {
    check(schema);
  } catch (error) {
    if (error instanceof Unacceptable) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error('It was let through');
};

describe('a schema that can be checked', () => {
  test('is let through with every keyword that is understood', () => {
    check({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $comment: 'c',
      title: 't',
      type: 'object',
      required: ['amount'],
      properties: {
        amount: { type: ['number', 'null'], minimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
        currency: { $ref: '#/$defs/currency' },
        at: { type: 'string', format: 'date-time', minLength: 1, maxLength: 40 },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 10, contains: true },
        pair: { prefixItems: [{ const: 1 }, { enum: ['a', null] }], minItems: 2 },
      },
      patternProperties: { '^x-': false },
      additionalProperties: false,
      propertyNames: { maxLength: 20 },
      dependentRequired: { amount: ['currency'] },
      dependentSchemas: { amount: { required: ['currency'] } },
      allOf: [JSON.parse('{"if":{"required":["a"]},"then":true,"else":{"not":{"required":["b"]}}}')],
      anyOf: [true],
      oneOf: [{}],
      $defs: { currency: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'], default: 'EUR' } },
    });
    check({});
  });

  test('may hold 400 schemas and no more, what is referred to counted each time', () => {
    const properties = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
    check({ properties: properties(399, {}) });
    expect(faultOf({ properties: properties(400, {}) }).field).toBe('properties');
    const many = { $ref: '#/$defs/many' };
    const $defs = { many: { properties: properties(50, {}) } };
    check({ $defs, properties: properties(7, many) });
    expect(faultOf({ $defs, properties: properties(8, many) }).message).toContain('at most 400 schemas');
  });
});

describe('a schema that cannot be checked is refused at its place', () => {
  const cases: [unknown, string][] = [
    [null, 'properties'],
    [[], 'properties'],
    [{ propertees: {} }, 'properties.propertees'],
    [{ properties: { a: { unevaluatedProperties: false } } }, 'properties.properties.a.unevaluatedProperties'],
    [{ properties: { a: 1 } }, 'properties.properties.a'],
    [{ type: 'text' }, 'properties.type'],
    [{ type: [] }, 'properties.type'],
    [{ type: ['string', 'string'] }, 'properties.type'],
    [{ required: 'a' }, 'properties.required'],
    [{ required: ['a', 'a'] }, 'properties.required'],
    [{ anyOf: [] }, 'properties.anyOf'],
    [{ anyOf: [{}, { minimum: '1' }] }, 'properties.anyOf.1.minimum'],
    [{ multipleOf: 0 }, 'properties.multipleOf'],
    [{ minLength: -1 }, 'properties.minLength'],
    [{ maxItems: 1.5 }, 'properties.maxItems'],
    [{ enum: [] }, 'properties.enum'],
    [{ format: 'ipv4' }, 'properties.format'],
    [{ pattern: '(?=a)' }, 'properties.pattern'],
    [{ patternProperties: { '(?=a)': {} } }, 'properties.patternProperties'],
    [{ uniqueItems: true }, 'properties.uniqueItems'],
    [{ uniqueItems: true, maxItems: 1_001 }, 'properties.uniqueItems'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'properties.$schema'],
    [{ $ref: 'https://example.com/schema.json' }, 'properties.$ref'],
    [{ $ref: '#' }, 'properties.$ref'],
    [{ $ref: '#/$defs/none' }, 'properties.$ref'],
    [{ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 'properties.$defs.b.$ref'],
    [{ properties: { a: { $defs: {} } } }, 'properties.properties.a.$defs'],
  ];
  for (const [schema, field] of cases) {
    test(JSON.stringify(schema), () => {
      const fault = faultOf(schema);
      expect(fault.field).toBe(field);
      expect(fault.message.startsWith(`${field} `)).toBe(true);
    });
  }

  test('when it is nested too deeply or takes too much room', () => {
    let nested: object = {};
    for (let level = 0; level < 17; level += 1) nested = { not: nested };
    expect(faultOf(nested).message).toContain('deeper than 16');
    expect(faultOf({ description: 'x'.repeat(65_536) }).message).toContain('65536 bytes');
  });
});

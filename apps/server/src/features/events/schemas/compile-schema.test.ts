import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { linearRegex } from '../../../edge/linear-regex.ts';
import { compileSchema } from './compile-schema.ts';

const faultsOf = (schema: Record<string, unknown>, value: unknown) => compileSchema(schema, linearRegex)(value);
const saidOf = (schema: Record<string, unknown>, value: unknown) =>
  faultsOf(schema, value).map(({ field, message }) => `${field} ${message}`);

describe('faults name the place and what is wrong with it', () => {
  const schema = {
    type: 'object',
    required: ['amount', 'currency'],
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0 },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      items: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string', maxLength: 3 } } } },
      at: { format: 'date-time' },
    },
    additionalProperties: false,
  };
  const cases: [unknown, string[]][] = [
    [{ amount: 1, currency: 'EUR', items: [{ sku: 'abc' }], at: '2026-02-28T23:59:60Z' }, []],
    [{}, ['properties.amount is required', 'properties.currency is required']],
    [
      { amount: '1', currency: 'eur' },
      ['properties.amount must be number', 'properties.currency must match ^[A-Z]{3}$'],
    ],
    [
      { amount: 0, currency: 'EUR', more: 1 },
      ['properties.amount must be above 0', 'properties.more is not in the schema'],
    ],
    [
      { amount: 1, currency: 'EUR', items: [{}, { sku: 'abcd' }] },
      ['properties.items.1.sku must have at most 3 characters'],
    ],
    [{ amount: 1, currency: 'EUR', at: '2026-02-29T00:00:00Z' }, ['properties.at must be a date-time']],
    [[], ['properties must be object']],
  ];
  for (const [value, said] of cases) test(JSON.stringify(value), () => expect(saidOf(schema, value)).toEqual(said));

  test('only the first few are reported', () => {
    const required = Array.from({ length: 50 }, (_, index) => `p${index}`);
    expect(faultsOf({ required }, {})).toHaveLength(5);
    expect(faultsOf({ properties: { l: { items: { type: 'null' } } } }, { l: Array(5_000).fill(1) })).toHaveLength(5);
  });
});

test('definitions are followed', () => {
  const schema = { $defs: { id: { type: 'integer' } }, properties: { a: { $ref: '#/$defs/id', minimum: 3 } } };
  expect(saidOf(schema, { a: 3 })).toEqual([]);
  expect(saidOf(schema, { a: 2.5 })).toEqual(['properties.a must be integer', 'properties.a must be at least 3']);
});

test('names that objects have by themselves are not there unless they were sent', () => {
  expect(saidOf({ required: ['toString', '__proto__'] }, {})).toHaveLength(2);
  expect(saidOf({ properties: { constructor: { type: 'number' } } }, {})).toEqual([]);
  expect(saidOf({ required: ['__proto__'] }, JSON.parse('{"__proto__":1}'))).toEqual([]);
});

test('a list must hold as many as are asked for, also an empty one', () => {
  const schema = { properties: { l: { contains: { type: 'number' }, minContains: 2 } } };
  expect([[], [1], [1, 2], [1, 'a', 2]].map((l) => faultsOf(schema, { l }).length)).toEqual([1, 1, 0, 0]);
});

test('decimals are multiples of decimals', () => {
  expect(saidOf({ properties: { a: { multipleOf: 0.01 } } }, { a: 19.99 })).toEqual([]);
  expect(saidOf({ properties: { a: { multipleOf: 0.01 } } }, { a: 19.995 })).toHaveLength(1);
});

test('a check that would take long is given up, always at the same place', () => {
  const anyOf = Array.from({ length: 380 }, (_, index) => ({ const: index + 10 }));
  const schema = { properties: { list: { items: { anyOf } } } };
  const value = { list: Array(10_000).fill(1) };
  const check = compileSchema(schema, linearRegex);
  const started = performance.now();
  expect(check({ list: Array(5).fill(1) })).toHaveLength(5);
  const manyTries = { properties: { list: { contains: { anyOf } } } };
  expect(saidOf(manyTries, value)).toEqual(['properties takes too long to check against its schema']);
  expect(performance.now() - started).toBeLessThan(500);
});

test('the largest schema is compiled in a moment', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 390 }, (_, index) => [`p${index}`, { type: 'string', maxLength: 20, pattern: '^a' }]),
  );
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    compileSchema({ properties }, linearRegex);
    return performance.now() - started;
  });
  // What else the machine does makes some of them longer, and none shorter.
  expect(Math.min(...times)).toBeLessThan(50);
});

describe('formats', () => {
  const cases: Record<string, [right: string[], wrong: string[]]> = {
    date: [
      ['2026-01-31', '2024-02-29', '0001-01-01'],
      ['2026-02-30', '2026-13-01', '2026-1-1', '26-01-01', ''],
    ],
    'date-time': [
      ['2026-01-31T00:00:00Z', '2026-01-31t23:59:59.123456+14:00'],
      ['2026-01-31', '2026-01-31T24:00:00Z', '2026-01-31T00:00:00', '2026-01-31 00:00:00Z'],
    ],
    uuid: [
      ['018f2f6e-7c1a-7000-8000-000000000001', '018F2F6E-7C1A-7000-8000-00000000000A'],
      ['018f2f6e', ''],
    ],
    email: [
      ['a@b.c', 'first.last+tag@sub.example.org', 'a@localhost'],
      ['a', '@b', 'a@', 'a b@c.d', 'a@-b.c', 'a@b..c'],
    ],
    uri: [
      ['https://example.com/a?b#c', 'mailto:a@b.c', 'urn:x'],
      ['example.com', '//example.com', 'http://a b', ':x'],
    ],
  };
  for (const [format, [right, wrong]] of Object.entries(cases)) {
    test(format, () => {
      for (const text of right) expect([text, saidOf({ format }, text)]).toEqual([text, []]);
      for (const text of wrong)
        expect([text, saidOf({ format }, text)]).toEqual([text, [`properties must be a ${format}`]]);
    });
  }
});

/** mulberry32: the same schemas and values in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

class Maker {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  pick<T>(...items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T;
  }

  list<T>(max: number, make: () => T): T[] {
    return Array.from({ length: Math.floor(this.#random() * (max + 1)) }, make);
  }

  value(level = 0): unknown {
    const plain = () => this.pick<unknown>(0, 1, 2, 4, -3, 1.5, '', 'a', 'ab', 'abc', '😀😀', true, false, null);
    if (level > 2) return plain();
    return this.pick(
      plain,
      plain,
      () => this.list(4, () => this.value(level + 1)),
      () => this.object(level),
    )();
  }

  object(level = 0): Record<string, unknown> {
    return Object.fromEntries(this.list(4, () => [this.pick('a', 'b', 'ab', 'c', 'x-a'), this.value(level + 1)]));
  }

  schema(level = 0): Record<string, unknown> | boolean {
    if (level > 0 && this.#random() < 0.1) return this.pick(true, false);
    const schema = Object.assign({}, ...Array.from({ length: this.pick(1, 1, 2, 3) }, () => this.#keyword(level)));
    // With both of them Ajv takes an empty list that holds nothing of what it must hold.
    if (schema.contains !== undefined) delete schema.prefixItems;
    return schema;
  }

  #keyword(level: number): Record<string, unknown> {
    const inner = () =>
      level > 2 ? this.pick<unknown>(true, { type: 'string' }, { minimum: 1 }) : this.schema(level + 1);
    const some = () => [inner(), ...this.list(2, inner)];
    const named = () => Object.fromEntries([this.pick('a', 'b'), this.pick('ab', 'c')].map((name) => [name, inner()]));
    const count = () => this.pick(0, 1, 2, 3);
    const types = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array'];
    return this.pick<() => Record<string, unknown>>(
      () => ({ type: this.pick(...types) }),
      () => ({ type: [...new Set([this.pick(...types), this.pick(...types)])] }),
      () => ({ enum: [this.value(1), this.value(1)] }),
      () => ({ const: this.value(1) }),
      () => ({ minimum: count(), exclusiveMaximum: this.pick(2, 5) }),
      () => ({ maximum: count(), exclusiveMinimum: -1, multipleOf: this.pick(1, 2) }),
      () => ({ minLength: count(), maxLength: this.pick(2, 3) }),
      () => ({ pattern: this.pick('^a', 'b$', 'a.?c', '[0-9]') }),
      () => ({ items: inner() }),
      () => ({ prefixItems: some(), items: inner() }),
      () => ({ contains: inner(), minContains: count() }),
      () => ({ contains: inner(), maxContains: count() }),
      () => ({ contains: inner() }),
      () => ({ minItems: count(), maxItems: this.pick(2, 3), uniqueItems: true }),
      () => ({ properties: named() }),
      () => ({ properties: named(), additionalProperties: inner() }),
      () => ({ properties: named(), patternProperties: { '^x': inner(), b: inner() }, additionalProperties: false }),
      () => ({ propertyNames: inner() }),
      () => ({ required: [this.pick('a', 'b')], minProperties: count() }),
      () => ({ maxProperties: count(), dependentRequired: { a: ['b'] } }),
      () => ({ dependentSchemas: { a: inner() } }),
      () => ({ allOf: some() }),
      () => ({ anyOf: some() }),
      () => ({ oneOf: some() }),
      () => ({ not: inner() }),
      () => ({ if: inner(), ...JSON.parse(`{"then":${JSON.stringify(inner())},"else":${JSON.stringify(inner())}}`) }),
    )();
  }
}

test('it agrees with Ajv about made-up schemas and values', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false, ownProperties: true, logger: false });
  const counts = { fits: 0, not: 0 };
  for (let seed = 1; seed <= 300; seed += 1) {
    const maker = new Maker(seed);
    const schema = maker.schema() as Record<string, unknown>;
    const reference = ajv.compile(schema);
    ajv.removeSchema(schema);
    const check = compileSchema(schema, linearRegex);
    for (let index = 0; index < 30; index += 1) {
      const value = index % 2 === 0 ? maker.object() : maker.value();
      const fits = check(value).length === 0;
      if (fits !== reference(value)) {
        throw new Error(`${JSON.stringify(schema)} with ${JSON.stringify(value)}: ${JSON.stringify(check(value))}`);
      }
      counts[fits ? 'fits' : 'not'] += 1;
    }
  }
  expect(Math.min(counts.fits, counts.not)).toBeGreaterThan(1_000);
});

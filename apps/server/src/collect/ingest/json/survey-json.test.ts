import { limits } from '@lamppost/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surveyJson } from './survey-json.ts';

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const named = (count: number, name: (at: number) => string) =>
  Object.fromEntries(range(count).map((at) => [name(at), at]));

const light = {
  'a full batch of ordinary events': {
    batch: range(100).map((at) => ({
      event: 'bought',
      event_id: `${at}`,
      properties: named(200, (key) => `property_with_a_name_${key}`),
    })),
  },
  'many metrics': { batch: range(9_000).map((at) => ({ metric_type: 'span', metric_name: `n${at}`, value_ms: at })) },
  'a long text': { text: '{"a":1},'.repeat(100_000) },
  'few names': named(3_000, (at) => `a rather long name of a property ${at}`),
};
for (const [name, value] of Object.entries(light)) {
  test(`light: ${name}`, () => expect(surveyJson(bytesOf(value)).isHeavy).toBe(false));
}

const heavy = {
  'sixty thousand names': named(60_000, (at) => `k${at}`),
  'names in objects of their own': range(20_000).map((at) => ({ [`k${at}`]: 1 })),
  'names with escapes': named(20_000, (at) => `"${at}\\`),
  'long names': named(5_000, (at) => `${at}`.padEnd(100)),
  'very many values': range(200_000),
  'very many empty lists': range(200_000).map(() => []),
};
for (const [name, value] of Object.entries(heavy)) {
  test(`heavy: ${name}`, () => expect(surveyJson(bytesOf(value)).isHeavy).toBe(true));
}

test('blanks between a name and its colon hide nothing', () => {
  const text = `{${range(20_000)
    .map((at) => `"k${at}" \n : 1`)
    .join(',')}}`;
  expect(surveyJson(Buffer.from(text)).isHeavy).toBe(true);
});

test('text that is no JSON ends the look like any other', () => {
  for (const text of ['"'.repeat(100_000), '\\'.repeat(100_000), `"${'\\'.repeat(99_999)}`, ' '.repeat(100_000)]) {
    expect(surveyJson(Buffer.from(text)).isHeavy).toBe(false);
  }
});

/** Too small a body is not looked at. */
const padding = 'p'.repeat(65_536);
const depthOf = (value: unknown): number =>
  typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

test('for any JSON the bytes tell whether the value is nested deeper than bodies may be', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, more) => {
      const levels = limits.nestingLevels - 8 + more;
      let nested: unknown = [value, '["\\'.repeat(100), padding];
      for (let level = 1; level < levels; level += 1) nested = [nested];
      expect(surveyJson(bytesOf(nested)).isTooDeep).toBe(depthOf(nested) > limits.nestingLevels);
    }),
  );
});

test('a megabyte of brackets is refused in an instant', () => {
  const bytes = Buffer.alloc(1_048_576, '[');
  const start = performance.now();
  expect(surveyJson(bytes).isTooDeep).toBe(true);
  expect(performance.now() - start).toBeLessThan(20);
});

test('no element of any batch has more bytes, parsed and written out again, than the bytes say', () => {
  const number = fc.constantFrom('1e20', '-9E+20', '1e-6', '5e-324', '1');
  const text = fc.oneof(
    number,
    fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(fc.array(fc.array(text)), (events) => {
      const batch = events.map((values) => `{"é}":[${values.join(',')}]}`);
      const body = Buffer.from(`{"batch":[{"padding":"${padding}"},${batch.join(',') || '{}'}]}`);
      const small = Buffer.from(`{"context":"${padding}","batch":[${batch.join(',')}]}`);
      const sizes = batch.map((event) => Buffer.byteLength(JSON.stringify(JSON.parse(event))));
      expect(surveyJson(body).maxElementBytes).toBeGreaterThanOrEqual(Math.max(padding.length, ...sizes));
      expect(surveyJson(small).maxElementBytes).toBeGreaterThanOrEqual(Math.max(0, ...sizes));
      // Few have to be measured.
      expect(surveyJson(small).maxElementBytes).toBeLessThanOrEqual(
        6 * Math.max(0, ...batch.map((event) => Buffer.byteLength(event))),
      );
    }),
  );
});

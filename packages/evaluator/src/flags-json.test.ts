import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRuleset } from './compile-ruleset.ts';
import { evaluateValues } from './evaluate-all.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { FlagsJson } from './flags-json.ts';
import type { FlagDefinition, Ruleset } from './ruleset.ts';

const plans = ['free', 'pro', 'team'];
const countries = ['DE', 'FR', 'US'];

const condition = fc.oneof(
  fc.record({
    field: fc.constant('plan'),
    op: fc.constantFrom('eq', 'neq', 'exists'),
    values: fc.subarray(plans, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('country'),
    op: fc.constantFrom('in', 'not_in'),
    values: fc.subarray(countries, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('user_group'),
    op: fc.constantFrom('in', 'not_in'),
    values: fc.constant(['testers']),
  }),
  fc.record({
    field: fc.constantFrom('user_id', 'device_id'),
    op: fc.constant('in'),
    values: fc.subarray(['1', '2', '3'], { minLength: 1 }),
  }),
  // This regex engine fails on what says "US".
  fc.record({ field: fc.constant('country'), op: fc.constant('regex'), values: fc.constant(['^F']) }),
);
const percentage = fc.constantFrom(0, 25, 50, 100);
const value = fc.constantFrom<unknown>(true, false, 'a "text"', 7, null, { list: [1] });
const keys = ['a', 'b', 'c', 'd', 'e'];

const flag: fc.Arbitrary<FlagDefinition> = fc.record(
  {
    id: fc.uuid(),
    key: fc.constantFrom(...keys),
    value_type: fc.constant('json' as const),
    default_value: value,
    platforms: fc.subarray(['web', 'ios']),
    status: fc.constantFrom('active', 'active', 'active', 'archived'),
    rules: fc.array(
      fc.record({
        id: fc.uuid(),
        conditions: fc.array(condition, { maxLength: 3 }),
        value,
        percentage,
        enabled: fc.constant(true),
      }),
      { maxLength: 4 },
    ),
    rollout: fc.option(fc.record({ id: fc.uuid(), percentage, value })),
    kill: fc.option(fc.record({ value }), { freq: 10 }),
    prerequisites: fc.array(fc.record({ flag: fc.constantFrom(...keys), value }), { maxLength: 1 }),
  },
  { noNullPrototype: true },
) as unknown as fc.Arbitrary<FlagDefinition>;

const ruleset: fc.Arbitrary<Ruleset> = fc.record({
  flags: fc.uniqueArray(flag, { maxLength: 5, selector: ({ key }) => key }),
  experiments: fc.constant([]),
  groups: fc.constant({ testers: ['1', '2'] }),
  config_version: fc.constant('1'),
});

const context: fc.Arbitrary<EvaluationContext> = fc.record(
  {
    userId: fc.integer({ min: 1, max: 30 }).map(String),
    deviceId: fc.integer({ min: 1, max: 30 }).map(String),
    platform: fc.constantFrom('web', 'ios', 'android', 'fridge'),
    country: fc.constantFrom(...countries),
    attributes: fc.record({ plan: fc.constantFrom(...plans) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['attributes'], noNullPrototype: true },
);

const failing = new Error('no answer');
const regex = (pattern: string) => ({
  test: (text: string): boolean => {
    if (text === 'US') throw failing;
    return new RegExp(pattern).test(text);
  },
});

test.each([
  ['all ways are kept', undefined],
  ['hardly any way is kept', 12],
])('the text says what the values are, in their order, for one after the other: %s', (_, maxKept) => {
  fc.assert(
    fc.property(ruleset, fc.array(context, { minLength: 10, maxLength: 40 }), (definition, contexts) => {
      const compiled = compileRuleset(definition, { regex });
      const flags = new FlagsJson(compiled, maxKept);
      for (const each of contexts) expect(flags.write(each)).toBe(JSON.stringify(evaluateValues(compiled, each)));
    }),
    { numRuns: 400 },
  );
});

test('the rules are looked at once for everybody for whom the same conditions hold', () => {
  let asked = 0;
  const counting = (pattern: string) => ({
    test: (text: string): boolean => {
      asked += 1;
      return text === pattern;
    },
  });
  const rule = (id: string, pattern: string, share: number) => ({
    id,
    conditions: [{ field: 'country', op: 'regex', values: [pattern] }],
    value: id,
    percentage: share,
    enabled: true,
  });
  const flags = Array.from({ length: 20 }, (_, number) => ({
    id: `flag-${number}`,
    key: `flag_${number}`,
    default_value: 'none',
    platforms: [],
    status: 'active',
    rules: [rule('one', 'DE', 50), rule('two', 'FR', 100), rule('three', 'US', 100)],
    rollout: null,
    kill: null,
  })) as unknown as FlagDefinition[];
  const compiled = compileRuleset({ flags, experiments: [], groups: {}, config_version: '1' }, { regex: counting });
  const json = new FlagsJson(compiled);
  const readers = Array.from({ length: 100 }, (_, number) => ({
    deviceId: `device-${number}`,
    country: 'FR',
    attributes: {},
  }));
  for (const reader of readers) expect(json.write(reader)).toContain('"flag_19":"two"');
  // Three conditions: to make the plan, and of each to find it; "US" is behind a rule that everybody in FR is in.
  expect(asked).toBeLessThanOrEqual(2 * readers.length + 4);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignExperiments } from './assign-experiments.ts';
import { poolBucket, rolloutBucket, variantBucket } from './bucketing.ts';
import { compileRuleset } from './compile-ruleset.ts';
import { contextFromWire } from './context-from-wire.ts';
import { evaluateAll, evaluateValues } from './evaluate-all.ts';
import { evaluateFlag } from './evaluate-flag.ts';
import { builtInFields, type EvaluationContext } from './evaluation-context.ts';
import { explainFlag } from './explain-flag.ts';
import type { FlagDefinition, Ruleset } from './ruleset.ts';

const regex = (pattern: string) => new RegExp(pattern);
const identities = 200_000;

const ops =
  'eq neq in not_in gt gte lt lte contains not_contains starts_with ends_with regex exists not_exists semver_gt semver_gte semver_lt semver_lte unknown';
const fields = [...Object.keys(builtInFields), 'user_group', 'plan', 'tags', 'constructor', '__proto__'];
const words = ['', 'a', 'pro', 'DE', 'web', '1.2.3', '2.0-beta', '7', 'true', '😀', '\ud800', '('];
const scalar = fc.oneof(fc.constantFrom(...words), fc.integer({ min: -5, max: 20 }), fc.boolean());

const condition = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      field: fc.constantFrom(...fields),
      op: fc.constantFrom(...ops.split(' ')),
      values: fc.array(scalar, { maxLength: 3 }),
    }),
  },
  fc.constant({ field: 'plan', op: 'regex', values: ['('] }),
);
const percentage = fc.constantFrom(0, 1, 33, 50.5, 99, 100);
const flag = fc.record({
  id: fc.uuid(),
  key: fc.constantFrom('a', 'b', 'c', 'constructor'),
  value_type: fc.constant('string' as const),
  default_value: fc.constant('default'),
  platforms: fc.subarray(['web', 'ios', 'android']),
  status: fc.constantFrom('active' as const, 'active' as const, 'deprecated' as const, 'archived' as const),
  rules: fc.array(
    fc.record({
      id: fc.uuid(),
      conditions: fc.array(condition, { maxLength: 3 }),
      value: fc.string({ maxLength: 2 }),
      percentage,
      enabled: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  rollout: fc.option(fc.record({ id: fc.uuid(), percentage, value: fc.constant('rollout') })),
  kill: fc.option(fc.record({ value: fc.constant('killed') }), { freq: 8 }),
});
const experiment = fc.record({
  id: fc.uuid(),
  key: fc.constantFrom('x', 'y'),
  unit: fc.constantFrom('auto' as const, 'device' as const, 'user' as const),
  status: fc.constantFrom('running' as const, 'completed' as const, 'draft' as const),
  traffic_pct: percentage,
  variants: fc.constant([
    { key: 'one', weight: 30, payload: {} },
    { key: 'two', weight: 70, payload: { a: 1 } },
  ]),
  winner: fc.constantFrom(null, 'one', 'gone'),
  audience: fc.option(fc.array(condition, { maxLength: 3 })),
  overrides: fc.constantFrom(undefined, null, [], [{ variant_key: 'one', user_ids: ['a', '7'], group_keys: ['pro'] }]),
  layer: fc.constantFrom(undefined, null, { id: 'layer', ranges: [[0, 2500] as const, [5000, 7500] as const] }),
  holdout: fc.constantFrom(undefined, null, { id: 'holdout', percentage: 20 }),
});
const ruleset: fc.Arbitrary<Ruleset> = fc.record({
  flags: fc.uniqueArray(flag, { maxLength: 4, selector: ({ key }) => key }),
  experiments: fc.uniqueArray(experiment, { maxLength: 2, selector: ({ key }) => key }),
  groups: fc.constantFrom({}, { pro: ['a', '7'] }),
  config_version: fc.constant('1'),
});

const fact = fc.oneof({ weight: 4, arbitrary: scalar }, fc.jsonValue());
const likelyContext = fc.dictionary(
  fc.constantFrom(...fields, 'attributes', 'traits'),
  fc.oneof(fact, fc.array(scalar, { maxLength: 3 }), fc.dictionary(fc.constantFrom(...fields), fact)),
);
const anyContext = fc.oneof(likelyContext, fc.jsonValue());

test('an evaluation, an explanation and an assignment never throw for any JSON', () => {
  fc.assert(
    fc.property(ruleset, anyContext, fc.jsonValue(), (definition, wire, groups) => {
      const compiled = compileRuleset(definition, { regex });
      for (const context of [{ ...contextFromWire(wire), groups }, wire] as EvaluationContext[]) {
        evaluateAll(compiled, context);
        assignExperiments(compiled, context);
        for (const key of compiled.flags.keys()) explainFlag(compiled, key, context);
      }
    }),
    { numRuns: 300 },
  );
});

test('a ruleset of any JSON is compiled, and each of its flags and experiments stands for itself', () => {
  const anyFlag = fc.record({ key: fc.string(), rules: fc.jsonValue(), rollout: fc.jsonValue(), kill: fc.jsonValue() });
  const anyExperiment = fc.record({
    key: fc.string(),
    status: fc.constant('running'),
    variants: fc.jsonValue(),
    layer: fc.jsonValue(),
    holdout: fc.jsonValue(),
    overrides: fc.jsonValue(),
    audience: fc.jsonValue(),
  });
  fc.assert(
    fc.property(fc.array(anyFlag), fc.array(anyExperiment), anyContext, (flags, experiments, wire) => {
      const compiled = compileRuleset({ flags, experiments, groups: {}, config_version: '1' } as unknown as Ruleset);
      evaluateAll(compiled, contextFromWire(wire));
      assignExperiments(compiled, contextFromWire(wire));
    }),
    { numRuns: 200 },
  );
});

test('all flags at once are what each is alone, and an explanation says the same', () => {
  const reasons = new Set<string>();
  fc.assert(
    fc.property(ruleset, anyContext, (definition, wire) => {
      const compiled = compileRuleset(definition, { regex });
      const context = contextFromWire(wire);
      const all = evaluateAll(compiled, context);
      const values = evaluateValues(compiled, context);
      for (const key of [...definition.flags.map((each) => each.key), 'not_there']) {
        const alone = evaluateFlag(compiled, key, context);
        reasons.add(alone.reason);
        expect(explainFlag(compiled, key, context).evaluation).toEqual(alone);
        expect(all.get(key)).toEqual(alone.reason === 'NOT_FOUND' ? undefined : alone);
        expect(Object.hasOwn(values, key) ? values[key] : undefined).toEqual(alone.value);
      }
    }),
    { numRuns: 300, seed: 7 },
  );
  expect([...reasons].sort()).toEqual(['DEFAULT', 'ERROR', 'KILLED', 'NOT_FOUND', 'ROLLOUT', 'RULE_MATCH']);
});

test('an explanation holds together: what decided is marked, and nothing behind it was reached', () => {
  fc.assert(
    fc.property(ruleset, anyContext, (definition, wire) => {
      const compiled = compileRuleset(definition, { regex });
      for (const { key } of definition.flags) {
        const { evaluation, rules, rollout } = explainFlag(compiled, key, contextFromWire(wire));
        const matched = rules.findIndex(({ outcome }) => outcome === 'matched');
        expect(rules[matched]?.ruleId).toBe(evaluation.ruleId);
        expect(rules[matched]?.bucket ?? rollout?.bucket).toBe(evaluation.bucket ?? rollout?.bucket);
        expect(rollout?.outcome === 'matched').toBe(evaluation.reason === 'ROLLOUT');
        if (matched === -1) continue;
        for (const { outcome } of rules.slice(matched + 1)) expect(['not_reached', 'disabled']).toContain(outcome);
        expect(rollout?.outcome ?? 'not_reached').toBe('not_reached');
      }
    }),
    { numRuns: 200 },
  );
});

const rolledOut = (id: string, share: number): FlagDefinition => ({
  ...{ id: 'f', key: 'f', value_type: 'boolean', default_value: false, platforms: ['web'], rules: [], kill: null },
  rollout: { id, percentage: share, value: true },
});
const compiledRollout = (id: string, share: number) =>
  compileRuleset({ flags: [rolledOut(id, share)], experiments: [], groups: {}, config_version: '1' });

test('growing a rollout never takes it from anyone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uuid(), fc.nat(100), fc.nat(100), (userId, id, one, other) => {
      const [small, large] = [Math.min(one, other), Math.max(one, other)];
      const isOn = (share: number) => evaluateFlag(compiledRollout(id, share), 'f', { userId, attributes: {} }).value;
      if (isOn(small)) expect(isOn(large)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

for (const share of [10, 50]) {
  test(`a rollout of ${share} percent reaches that share of ${identities} users, within half a point`, () => {
    const compiled = compiledRollout('5f0c1b1e-7f52-4a57-9d62-2f6f2c1f9a10', share);
    let reached = 0;
    for (let user = 0; user < identities; user += 1) {
      if (evaluateFlag(compiled, 'f', { userId: `user-${user}`, attributes: {} }).value) reached += 1;
    }
    expect(Math.abs((reached / identities) * 100 - share)).toBeLessThan(0.5);
  });
}

test('an experiment at half traffic splits 20/30/50 within half a point, and the pool tells nothing of the variant', () => {
  const variants = [20, 30, 50].map((weight, index) => ({ key: String(index), weight, payload: {} }));
  const id = '0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f10';
  const running = { id, key: 'x', unit: 'auto', status: 'running', traffic_pct: 50, variants, winner: null } as const;
  const compiled = compileRuleset({ flags: [], experiments: [running], groups: {}, config_version: '1' });
  const counts = [0, 0, 0];
  for (let device = 0; device < identities; device += 1) {
    const got = assignExperiments(compiled, { deviceId: `dev_${device}`, attributes: {} }).get('x');
    if (got !== undefined) counts[Number(got.variantKey)] = (counts[Number(got.variantKey)] ?? 0) + 1;
  }
  const assigned = counts.reduce((sum, count) => sum + count, 0);
  expect(Math.abs((assigned / identities) * 100 - 50)).toBeLessThan(0.5);
  for (const [index, { weight }] of variants.entries()) {
    expect(Math.abs(((counts[index] ?? 0) / assigned) * 100 - weight)).toBeLessThan(0.5);
  }
});

test('compiled buckets are those of the plain functions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.uuid(), (userId, id) => {
      const identity = `u:${userId}`;
      const explained = explainFlag(compiledRollout(id, 99), 'f', { userId, attributes: {} });
      expect(explained.rollout).toMatchObject({ bucket: rolloutBucket(identity, id), hashInput: `${identity}:${id}` });
      const variants = Array.from({ length: 100 }, (_, index) => ({ key: String(index), weight: 1, payload: {} }));
      const inPool = { id, key: 'x', unit: 'user', status: 'running', variants, winner: null } as const;
      const traffic = (share: number) =>
        assignExperiments(
          compileRuleset({
            flags: [],
            experiments: [{ ...inPool, traffic_pct: share }],
            groups: {},
            config_version: '1',
          }),
          { userId, attributes: {} },
        ).get('x')?.variantKey;
      const pool = poolBucket(identity, id);
      expect(traffic(pool / 100)).toBeUndefined();
      expect(traffic((pool + 1) / 100)).toBe(String(Math.floor(variantBucket(identity, id) / 100)));
    }),
    { numRuns: 300 },
  );
});

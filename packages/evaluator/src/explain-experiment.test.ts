import { expect, test } from 'vitest';
import { assignExperiments } from './assign-experiments.ts';
import { compileRuleset } from './compile-ruleset.ts';
import { explainExperiment } from './explain-experiment.ts';
import type { ExperimentDefinition } from './ruleset.ts';

const experiment = (part: Partial<ExperimentDefinition> = {}): ExperimentDefinition => ({
  id: '11111111-1111-4111-8111-111111111111',
  key: 'button',
  unit: 'auto',
  status: 'running',
  traffic_pct: 40,
  variants: [
    { key: 'grey', weight: 30, payload: {} },
    { key: 'blue', weight: 70, payload: {} },
  ],
  winner: null,
  ...part,
});
const explain = (part: Partial<ExperimentDefinition>, context: object) =>
  explainExperiment(experiment(part), { attributes: {}, ...context });

test.each([['auto'], ['device'], ['user']] as const)('says what is assigned, for everybody: unit %s', (unit) => {
  for (const status of ['running', 'completed', 'paused'] as const) {
    const definition = experiment({ unit, status, winner: status === 'completed' ? 'blue' : null });
    const ruleset = compileRuleset({ flags: [], experiments: [definition], groups: {}, config_version: '1' });
    for (let index = 0; index < 300; index += 1) {
      const ids = [
        { userId: `u${index}` },
        { deviceId: `d${index}` },
        { userId: `u${index}`, deviceId: `d${index}` },
        {},
      ];
      for (const id of ids) {
        const context = { ...id, attributes: {} };
        const assigned = assignExperiments(ruleset, context).get('button')?.variantKey;
        expect(explainExperiment(definition, context).variantKey).toBe(assigned);
      }
    }
  }
});

const layer = {
  id: '22222222-2222-4222-8222-222222222222',
  ranges: [
    [0, 2000],
    [5000, 6000],
  ],
} as const;
const holdout = { id: '33333333-3333-4333-8333-333333333333', percentage: 20 };
const overrides = [
  { variant_key: 'gone', user_ids: ['u1'], group_keys: [] },
  { variant_key: 'grey', user_ids: ['u1', 'u2'], group_keys: [] },
  { variant_key: 'blue', user_ids: ['u2', 'u3'], group_keys: ['beta'] },
];

const audience = [
  { field: 'user_cohort', op: 'not_in', values: ['lost'] },
  { field: 'plan', op: 'eq', values: ['pro'] },
];

test('says what is assigned with an audience, testers, a layer and a holdout, and each outcome happens', () => {
  const seen = new Set<string>();
  const groups = { beta: ['u4', 'u5'] };
  const cohorts = { lost: ['u1', 'u7', 'u8'] };
  const parts = [
    { layer },
    { holdout },
    { overrides },
    { layer, holdout, overrides },
    { audience, holdout, overrides },
  ];
  for (const part of parts) {
    for (const status of ['running', 'completed', 'paused'] as const) {
      for (const unit of ['auto', 'device', 'user'] as const) {
        const definition = experiment({ ...part, unit, status, winner: status === 'completed' ? 'blue' : null });
        const ruleset = compileRuleset({ flags: [], experiments: [definition], groups, cohorts, config_version: '1' });
        for (let index = 0; index < 60; index += 1) {
          for (const id of [{ userId: `u${index}` }, { deviceId: `d${index}` }, {}, { groups: ['beta'] }]) {
            const context = { ...id, attributes: index % 3 === 0 ? {} : { plan: 'pro' } };
            const assigned = assignExperiments(ruleset, context).get('button');
            const members = new Map([['beta', new Set(groups.beta)]]);
            const explained = explainExperiment(definition, context, {
              groups: members,
              cohorts: new Map([['lost', new Set(cohorts.lost)]]),
              regex: undefined,
            });
            expect(explained.variantKey).toBe(assigned?.variantKey);
            if (assigned !== undefined) expect(assigned.countsExposure).toBe(explained.outcome === 'assigned');
            seen.add(explained.outcome);
          }
        }
      }
    }
  }
  const all = [
    'assigned',
    'forced',
    'winner',
    'outside_audience',
    'held_out',
    'outside_layer',
    'outside_traffic',
    'no_identity',
    'not_running',
  ];
  expect([...seen].sort()).toEqual(all.sort());
});

test('a tester gets the variant of the first override that names them, whatever the buckets say', () => {
  const forced = { overrides, holdout: { ...holdout, percentage: 100 }, traffic_pct: 0 };
  expect(explain(forced, { userId: 'u1' })).toMatchObject({ outcome: 'forced', variantKey: 'grey' });
  expect(explain(forced, { userId: 'u2' })).toMatchObject({ outcome: 'forced', variantKey: 'grey' });
  expect(explain(forced, { userId: 'u3' })).toMatchObject({ outcome: 'forced', variantKey: 'blue' });
  expect(explain(forced, { userId: 'u9', groups: ['beta'] })).toMatchObject({ outcome: 'forced', variantKey: 'blue' });
  expect(explain(forced, { userId: 'u9' })).toMatchObject({ outcome: 'held_out', variantKey: undefined });
  const draft = { ...forced, status: 'draft' } as const;
  expect(explain(draft, { userId: 'u3' })).toMatchObject({ outcome: 'not_running', runningVariantKey: 'blue' });
});

test('an audience says which condition kept somebody out, also of a winner; testers are in it all the same', () => {
  const known = { groups: new Map(), cohorts: new Map([['lost', new Set(['u8'])]]), regex: undefined };
  const asked = (part: Parameters<typeof experiment>[0], userId: string, attributes: Record<string, unknown>) =>
    explainExperiment(experiment({ traffic_pct: 100, audience, ...part }), { userId, attributes }, known);
  const pro = { plan: 'pro' };
  expect(asked({}, 'u9', pro)).toMatchObject({ outcome: 'assigned', failedCondition: undefined });
  const lost = { ...audience[0], actual: ['lost'] };
  expect(asked({}, 'u8', pro)).toMatchObject({
    outcome: 'outside_audience',
    variantKey: undefined,
    runningVariantKey: undefined,
    failedCondition: lost,
  });
  const free = { ...audience[1], actual: 'free' };
  expect(asked({}, 'u9', { plan: 'free' })).toMatchObject({ outcome: 'outside_audience', failedCondition: free });
  const completed = { status: 'completed', winner: 'blue' } as const;
  expect(asked(completed, 'u9', pro)).toMatchObject({ outcome: 'winner', variantKey: 'blue' });
  expect(asked(completed, 'u8', pro)).toMatchObject({ outcome: 'outside_audience', variantKey: undefined });
  expect(asked({ overrides }, 'u1', {})).toMatchObject({ outcome: 'forced', variantKey: 'grey' });
});

test('in a layer the bucket of the layer stands for that of the pool', () => {
  const explained = explain({ layer }, { userId: 'u7' });
  expect(explained.poolBucket).toBeUndefined();
  const { layerBucket = -1 } = explained;
  const isIn = layerBucket < 2000 || (layerBucket >= 5000 && layerBucket < 6000);
  expect(explained.outcome).toBe(isIn ? 'assigned' : 'outside_layer');
});

test('who is outside of the traffic is reported from who has no identity', () => {
  const outside = Array.from({ length: 50 }, (_, index) => explain({}, { userId: `u${index}` })).filter(
    ({ outcome }) => outcome === 'outside_traffic',
  );
  expect(outside.length).toBeGreaterThan(10);
  for (const { poolBucket = 0 } of outside) expect(poolBucket).toBeGreaterThanOrEqual(4000);
  expect(explain({ unit: 'user' }, { deviceId: 'd' })).toMatchObject({ outcome: 'no_identity', variantKey: undefined });
});

test('a draft says what it would give', () => {
  const running = explain({ traffic_pct: 100 }, { userId: 'u' });
  expect(explain({ status: 'draft', traffic_pct: 100 }, { userId: 'u' })).toEqual({
    ...running,
    outcome: 'not_running',
    variantKey: undefined,
  });
  expect(running.runningVariantKey).toBe(running.variantKey);
});

test('a winner is for everybody with an identity, outside of the traffic too', () => {
  expect(
    explain({ status: 'completed', winner: 'blue', traffic_pct: 1, unit: 'user' }, { deviceId: 'd' }),
  ).toMatchObject({
    outcome: 'winner',
    variantKey: 'blue',
  });
  expect(explain({ status: 'completed', winner: 'blue' }, {}).outcome).toBe('no_identity');
  expect(explain({ status: 'completed', winner: null }, { userId: 'u' }).outcome).toBe('not_running');
});

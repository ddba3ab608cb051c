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

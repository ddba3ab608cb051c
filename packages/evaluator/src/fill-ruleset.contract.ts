import type { Ruleset } from './ruleset.ts';

type Members = Record<string, unknown>;

const variant = (key: string): Members => ({ key, weight: 50, payload: {} });

const fillRule = (rule: Members): Members => ({
  id: 'rule',
  conditions: [],
  value: true,
  percentage: 100,
  enabled: true,
  ...rule,
});

const fillFlag = (flag: Members): Members => ({
  id: 'flag-id',
  key: 'flag',
  value_type: 'boolean',
  default_value: false,
  platforms: ['web', 'ios', 'ipados', 'macos', 'android', 'server'],
  rollout: null,
  kill: null,
  ...flag,
  rules: ((flag.rules ?? []) as Members[]).map(fillRule),
});

const fillExperiment = (experiment: Members): Members => ({
  id: '11111111-1111-4111-8111-111111111111',
  key: 'experiment',
  unit: 'auto',
  status: 'running',
  traffic_pct: 100,
  variants: [variant('control'), variant('treatment')],
  winner: null,
  ...experiment,
});

/** The whole ruleset of a case that gives `conditions`, a `flag` or a `ruleset`, each with gaps. See spec/cases. */
export function fillRuleset(given: { conditions?: unknown; flag?: unknown; ruleset?: unknown }): Ruleset {
  const flag = given.conditions === undefined ? given.flag : { rules: [{ conditions: given.conditions }] };
  const ruleset = (given.ruleset ?? { flags: [flag] }) as { flags?: Members[]; experiments?: Members[] };
  const filled: Members = {
    groups: {},
    config_version: '1',
    ...ruleset,
    flags: (ruleset.flags ?? []).map(fillFlag),
    experiments: (ruleset.experiments ?? []).map(fillExperiment),
  };
  return filled as unknown as Ruleset;
}

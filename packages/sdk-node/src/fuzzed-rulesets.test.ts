import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLamppost } from './create-lamppost.ts';

const whole = {
  flags: [
    {
      id: 'f-1',
      key: 'a',
      value_type: 'string',
      default_value: 'x',
      platforms: ['server'],
      rules: [
        {
          id: 'r-1',
          conditions: [{ field: 'plan', op: 'in', values: ['pro'] }],
          value: 'y',
          percentage: 50,
          enabled: true,
        },
      ],
      rollout: { id: 'o-1', percentage: 10, value: 'z' },
      kill: null,
    },
  ],
  experiments: [
    {
      id: 'e-1',
      key: 'offer',
      unit: 'auto',
      status: 'running',
      traffic_pct: 100,
      variants: [{ key: 'c', weight: 100, payload: {} }],
      winner: null,
      audience: [{ field: 'plan', op: 'not_in', values: ['free'] }],
      overrides: [{ variant_key: 'c', user_ids: ['ada'], group_keys: ['beta'] }],
      layer: { id: 'l-1', ranges: [[0, 10_000]] },
      holdout: { id: 'h-1', percentage: 5 },
    },
  ],
  groups: { beta: ['ada'] },
  config_version: '1',
  ruleset_version: 2,
};

/** The same with one place in it replaced, however deep. */
function damaged(value: unknown, turns: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || turns.length === 0) return by;
  const names = Object.keys(value);
  const name = names[(turns[0] as number) % Math.max(names.length, 1)];
  if (name === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = damaged(copy[name], turns.slice(1), by);
  return copy;
}

test('a ruleset with anything anywhere in it never throws, and a fallback is of its type', () => {
  const turns = fc.array(fc.nat(20), { maxLength: 7 });
  fc.assert(
    fc.property(turns, fc.jsonValue(), fc.jsonValue(), (where, by, context) => {
      const bootstrap = damaged(whole, where, by) as object;
      const client = createLamppost({
        key: 'lp_sec_production_x',
        url: 'http://127.0.0.1:9',
        offline: true,
        bootstrap,
        log: () => {},
      });
      const user = client.forUser({ userId: 'ada', attributes: { plan: context } });
      expect(typeof user.flag('a', 'fallback')).toBe('string');
      user.experiment('offer');
      user.flags();
      user.experiments();
      user.config();
    }),
    { numRuns: 1_000 },
  );
});

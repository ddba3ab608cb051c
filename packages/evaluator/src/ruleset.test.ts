import type { Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { compileRuleset } from './compile-ruleset.ts';
import { evaluateFlag } from './evaluate-flag.ts';
import type { Ruleset } from './ruleset.ts';

test('what /v1/ruleset answers is a ruleset', () => {
  const answer: Wire['RulesetAnswer'] = {
    data: {
      flags: [
        {
          id: '11111111-1111-4111-8111-111111111111',
          key: 'new_checkout',
          value_type: 'boolean',
          default_value: false,
          platforms: ['web'],
          rules: [
            {
              id: 'r-1',
              name: null,
              conditions: [{ field: 'country', op: 'in', values: ['DE'] }],
              value: true,
              percentage: 100,
              enabled: true,
            },
          ],
          rollout: null,
          kill: null,
        },
      ],
      experiments: [],
      groups: {},
      server_time: '2026-01-01T00:00:00.000Z',
      config_version: '7',
      ruleset_version: 2,
      etag: '"7"',
    },
  };
  const ruleset: Ruleset = answer.data;
  expect(evaluateFlag(compileRuleset(ruleset), 'new_checkout', { country: 'DE', attributes: {} }).value).toBe(true);
});

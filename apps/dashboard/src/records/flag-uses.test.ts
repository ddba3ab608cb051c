import { expect, test } from 'vitest';
import { flagUses } from './flag-uses.ts';

const flag = (key: string, field: string, ...values: string[]) => ({
  key,
  rules: [{ conditions: [{ field, values }] }],
});

test('a flag is named once, with every environment in which a rule names the record', () => {
  const rulesets = [
    {
      environment: 'production',
      ruleset: { flags: [flag('b', 'user_group', 'beta', 'staff'), flag('a', 'plan', 'beta')] },
    },
    {
      environment: 'development',
      ruleset: { flags: [flag('b', 'user_group', 'beta'), flag('a', 'user_group', 'beta')] },
    },
    { environment: 'staging', ruleset: undefined },
  ];
  expect(flagUses('user_group', 'beta', rulesets)).toEqual([
    { key: 'a', environments: ['development'] },
    { key: 'b', environments: ['production', 'development'] },
  ]);
  expect(flagUses('user_group', 'nobody', rulesets)).toEqual([]);
  expect(flagUses('user_cohort', 'beta', rulesets)).toEqual([]);
});

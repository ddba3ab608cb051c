import type { RulesetExperiment } from './ruleset.ts';
import type { Rule } from './targeting-rules.ts';

/** Keys of the groups that rules ask for, whether or not there are such groups. */
export function groupsNamedBy(rules: Iterable<Pick<Rule, 'conditions'>>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { conditions } of rules) {
    for (const { field, values } of conditions) {
      if (field !== 'user_group') continue;
      for (const value of values) if (typeof value === 'string') keys.add(value);
    }
  }
  return keys;
}

/** The same for the audience and the testers of an experiment. */
export const groupsNamedByExperiment = ({
  audience = [],
  overrides = [],
}: Pick<RulesetExperiment, 'audience' | 'overrides'>): ReadonlySet<string> =>
  new Set([...groupsNamedBy([{ conditions: audience }]), ...overrides.flatMap(({ group_keys }) => group_keys)]);

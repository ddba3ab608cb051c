import { COHORT_FIELD } from '@lamppost/evaluator';
import type { Rule } from './targeting-rules.ts';

/** Keys of the cohorts that rules ask for, whether or not there are such cohorts. */
export function cohortsNamedBy(rules: Iterable<Pick<Rule, 'conditions'>>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { conditions } of rules) {
    for (const { field, values } of conditions) {
      if (field !== COHORT_FIELD) continue;
      for (const value of values) if (typeof value === 'string') keys.add(value);
    }
  }
  return keys;
}

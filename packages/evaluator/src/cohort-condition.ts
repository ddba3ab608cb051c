import type { CompiledCondition } from './compiled-condition.ts';
import { never } from './match-value.ts';
import type { Subject } from './subject.ts';

/** The field of conditions on cohorts. */
export const COHORT_FIELD = 'user_cohort';

/**
 * `in` and `eq` hold for users in any of the cohorts, `not_in` and `neq` for those in none, people without a user id
 * among them. One cohort that is not served, because it is too large or gone, and the condition matches no users:
 * who is in it is not known, and neither is who is not.
 */
export function cohortCondition(
  op: string,
  values: readonly unknown[],
  cohorts: ReadonlyMap<string, ReadonlySet<string>>,
): Omit<CompiledCondition, 'index' | 'text'> {
  const keys = values.filter((value) => typeof value === 'string');
  const areServed = (): boolean => keys.every((key) => cohorts.has(key));
  const isMember = ({ userId }: Subject): boolean =>
    userId !== undefined && keys.some((key) => cohorts.get(key)?.has(userId) === true);
  const actual = ({ userId = '' }: Subject): readonly string[] =>
    [...cohorts].filter(([, members]) => members.has(userId)).map(([key]) => key);
  if (op === 'in' || op === 'eq') return { holds: (subject) => areServed() && isMember(subject), actual };
  if (op === 'not_in' || op === 'neq') return { holds: (subject) => areServed() && !isMember(subject), actual };
  return { holds: never, actual };
}

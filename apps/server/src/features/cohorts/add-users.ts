import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import type { Scope } from '../../edge/scope.ts';
import { type Cohort, type CohortStore, MAX_LISTED } from './cohort-store.ts';

/** So many are written in one transaction: others wait for it. */
const USERS_A_TIME = 10_000;

/** All of them or, when the list would hold too many, none. */
export async function addUsers(
  cohorts: CohortStore,
  scope: Scope,
  cohort: Cohort,
  userIds: readonly string[],
  actor: Actor,
): Promise<{ readonly added: number; readonly size: number }> {
  const parts = Array.from({ length: Math.ceil(userIds.length / USERS_A_TIME) }, (_, at) =>
    userIds.slice(at * USERS_A_TIME, (at + 1) * USERS_A_TIME),
  );
  if ((await cohorts.countMembers(cohort.id)) + userIds.length > MAX_LISTED) {
    let size = await cohorts.countMembers(cohort.id);
    for (const part of parts) size += await cohorts.countNew(cohort.id, part);
    if (size > MAX_LISTED) {
      throw new Unacceptable('user_ids', `A list can have at most ${MAX_LISTED} users; this one would have ${size}.`);
    }
  }
  let [added, size] = [0, 0];
  for (const part of parts) {
    const outcome = await cohorts.addMembers(scope, cohort.id, part, actor);
    added += outcome?.added ?? 0;
    size = outcome?.size ?? size;
  }
  return { added, size };
}

import { isDeepStrictEqual } from 'node:util';
import { type Actor, operatorActor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Plan } from '../../edge/plan.ts';
import { DELETE_PLANS, INSERT_PLAN, LIST_PLANS, PLANS_IN_USE } from './plan-statements.ts';

export const planOperations = {
  list: reading(listPlans),
  replace: writing(async (db, plans: readonly Plan[], actor: Actor = operatorActor): Promise<readonly Plan[]> => {
    const names = new Set(plans.map((plan) => plan.name));
    if (names.size < plans.length) throw new Unacceptable('plans', 'Two plans have the same name.');
    if (names.has('unmetered')) throw new Unacceptable('plans', '"unmetered" is reserved.');
    for (const { plan } of await db.all(PLANS_IN_USE, {})) {
      if (plan !== 'unmetered' && !names.has(plan)) {
        throw new Unacceptable('plans', `The plan "${plan}" can't be removed: a project uses it.`);
      }
    }
    const before = await listPlans(db);
    await db.run(DELETE_PLANS, {});
    for (const [position, plan] of plans.entries()) await db.run(INSERT_PLAN, { ...plan, position });
    const after = await listPlans(db);
    if (isDeepStrictEqual(before, after)) return after;
    await recordChange(db, actor, {
      projectId: null,
      entityType: 'plans',
      entityId: 'plans',
      entityKey: 'plans',
      action: 'replaced',
      before: plansState(before),
      after: plansState(after),
      touches: [],
      atMs: await nextMoment(db, null),
    });
    return after;
  }),
};

export async function listPlans(db: Db): Promise<readonly Plan[]> {
  return await db.all(LIST_PLANS, {});
}

function plansState(plans: readonly Plan[]): EntityState {
  return {
    plans: plans.map(({ name, requestsPerMinute, eventsPerMinute, eventsPerDay }) => ({
      name,
      requests_per_minute: requestsPerMinute,
      events_per_minute: eventsPerMinute,
      events_per_day: eventsPerDay,
    })),
  };
}

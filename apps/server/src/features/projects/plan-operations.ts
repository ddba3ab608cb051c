import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Plan } from '../../edge/plan.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';

const PLANS = `SELECT name, requests_per_minute AS requestsPerMinute, events_per_minute AS eventsPerMinute,
  events_per_day AS eventsPerDay FROM plans ORDER BY position`;
const INSERT = `INSERT INTO plans (name, position, requests_per_minute, events_per_minute, events_per_day)
  VALUES (?, ?, ?, ?, ?)`;

export function planOperations(sql: Sql) {
  return {
    'plans.list': reading(() => listPlans(sql)),
    'plans.replace': writing((plans: readonly Plan[], actor: Actor) => {
      const names = new Set(plans.map((plan) => plan.name));
      if (names.size < plans.length) throw new Unacceptable('plans', 'Two plans have the same name.');
      if (names.has('unmetered')) throw new Unacceptable('plans', '"unmetered" is not a plan on offer.');
      for (const { plan } of sql.all<{ plan: string }>('SELECT DISTINCT plan FROM projects')) {
        if (plan !== 'unmetered' && !names.has(plan)) {
          throw new Unacceptable('plans', `The plan "${plan}" cannot be dropped: a project is on it.`);
        }
      }
      const before = listPlans(sql);
      sql.run('DELETE FROM plans');
      for (const [position, plan] of plans.entries()) {
        sql.run(INSERT, plan.name, position, plan.requestsPerMinute, plan.eventsPerMinute, plan.eventsPerDay);
      }
      const after = listPlans(sql);
      if (isDeepStrictEqual(before, after)) return after;
      recordChange(sql, actor, {
        projectId: null,
        entityType: 'plans',
        entityId: 'plans',
        entityKey: 'plans',
        action: 'replaced',
        before: plansState(before),
        after: plansState(after),
        touches: [],
        atMs: nextMoment(sql, null),
      });
      return after;
    }),
  };
}

export function listPlans(sql: Sql): Plan[] {
  return sql.all<Plan>(PLANS);
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

import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { environmentOf } from '../../../http/access/environment-of.ts';
import { ofOwn } from '../../../http/access/own-environment.ts';
import { handle } from '../../../http/request/handle.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import { orNotFound } from '../../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../../http/request/page.ts';
import type { CohortRules } from '../../cohorts/cohort-rules.ts';
import { rulesOf } from '../rules-of.ts';
import { scheduleState } from './schedule-state.ts';
import type { ScheduleStore } from './schedule-store.ts';

export interface SchedulesRouteDeps {
  readonly schedules: ScheduleStore;
  readonly cohortRules: CohortRules;
  readonly state: EdgeState;
}

/** Changes of a flag's targeting that are made later, per environment. */
export function registerSchedulesRoute(fastify: FastifyInstance, deps: SchedulesRouteDeps): void {
  const { schedules, cohortRules, state } = deps;

  handle(fastify, 'listSchedules', async ({ access, query, param }) => {
    const environment = environmentOf(state, access, query.environment_id).id;
    const scope = { projectId: access.projectId, flag: param('id'), environment };
    return listResponse(orNotFound(await schedules.list(scope, pageRequest(query, 20)), 'flag'), scheduleState);
  });

  handle(fastify, 'createSchedule', async ({ actor, access, query, body, param, reply }) => {
    const { projectId } = access;
    const environmentId = environmentOf(state, access, query.environment_id).id;
    const steps = [];
    for (const { at, rules, rollout } of body.steps) {
      const prepared = rules && (await cohortRules.prepare({ projectId, environmentId }, rulesOf(rules)));
      steps.push({ at, ...omitUndefined({ rules: prepared, rollout }) });
    }
    const scope = { projectId, flag: param('id'), environment: environmentId };
    const schedule = await schedules.create(scope, { id: uuidv7(), steps }, actor, body.comment);
    reply.code(201);
    return { data: scheduleState(orNotFound(schedule, 'flag')) };
  });

  handle(fastify, 'cancelSchedule', async ({ actor, access, body, param }) => {
    const { projectId } = access;
    orNotFound(ofOwn(access, await schedules.find(projectId, param('scheduleId'))), 'schedule');
    const cancelled = await schedules.cancel(projectId, param('scheduleId'), actor, body.comment);
    return { data: scheduleState(orNotFound(cancelled, 'schedule')) };
  });
}

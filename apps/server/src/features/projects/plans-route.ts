import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { Plan } from '../../edge/plan.ts';
import { handle } from '../../http/request/handle.ts';
import { listResponse } from '../../http/request/page.ts';
import type { PlanStore } from './plan-store.ts';

/** The plans on offer, for operators. */
export function registerPlansRoute(fastify: FastifyInstance, plans: PlanStore, publisher: EdgePublisher): void {
  const response = (rows: readonly Plan[]) => listResponse({ rows, nextCursor: null }, planRow);

  handle(fastify, 'listPlans', async () => response(await plans.list()));

  handle(fastify, 'replacePlans', async ({ actor, body }) => {
    const replaced = await plans.replace(
      body.plans.map((plan) => ({
        name: plan.name,
        requestsPerMinute: plan.requests_per_minute,
        eventsPerMinute: plan.events_per_minute,
        eventsPerDay: plan.events_per_day,
      })),
      actor,
    );
    await publisher.publish();
    return response(replaced);
  });
}

const planRow = ({ name, requestsPerMinute, eventsPerMinute, eventsPerDay }: Plan) => ({
  name,
  requests_per_minute: requestsPerMinute,
  events_per_minute: eventsPerMinute,
  events_per_day: eventsPerDay,
});

import { DAY_MS } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { ProjectBudget } from '../../collect/limits/project-budget.ts';
import type { LimitName, LimitState } from '../../collect/limits/rate-limiter.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { handle } from '../../http/request/handle.ts';
import { storedPerDayQuery } from './queries/stored-per-day.ts';

const daysShown = 31;

/** What is metered (events stored, by day of receipt) and what is left of the plan at this moment. */
export function registerUsageRoute(
  fastify: FastifyInstance,
  parts: { readonly store: AnalyticsStore; readonly budget: ProjectBudget; readonly state: EdgeState },
): void {
  handle(fastify, 'usage', async ({ access, receivedAtMs }) => {
    const firstDayMs = Math.floor(receivedAtMs / DAY_MS) * DAY_MS - (daysShown - 1) * DAY_MS;
    const range = { fromMs: firstDayMs, toMs: receivedAtMs + DAY_MS };
    const days = await parts.store.run(storedPerDayQuery, { projectId: access.projectId, ...range });
    const states = await parts.budget.look(access.projectId);
    return {
      data: {
        plan: parts.state.planNameOf(access.projectId),
        requests_this_minute: windowUse(states, 'requests'),
        events_this_minute: windowUse(states, 'events'),
        events_today: windowUse(states, 'events-day'),
        stored: {
          total: days.reduce((sum, { events }) => sum + events, 0),
          days: days.map(({ day, events }) => ({ date: day, events })),
        },
      },
    };
  });
}

function windowUse(states: readonly LimitState[], name: LimitName) {
  const state = states.find((candidate) => candidate.name === name);
  if (state === undefined) return { limit: null, used: 0, resets_in_seconds: 0 };
  return { limit: state.limit, used: state.used, resets_in_seconds: state.resetsInSeconds };
}

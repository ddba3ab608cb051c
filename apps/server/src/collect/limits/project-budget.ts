import { ApiError } from '@lamppost/protocol';
import type { LimitDecision, LimitState, LimitWindow, RateLimiter } from './rate-limiter.ts';

interface PlanLimits {
  readonly requestsPerMinute: number;
  readonly eventsPerMinute: number;
  readonly eventsPerDay: number;
}

/** The limits of a project's plan; undefined for a project that is not metered. */
export type PlanOfProject = (projectId: string) => PlanLimits | undefined;

/** What a project may spend, by its plan of this moment. */
export class ProjectBudget {
  readonly #limiter: RateLimiter;
  readonly #planOf: PlanOfProject;

  constructor(limiter: RateLimiter, planOf: PlanOfProject) {
    this.#limiter = limiter;
    this.#planOf = planOf;
  }

  /** Spends one request; undefined for a project that is not metered. */
  async spendRequest(projectId: string): Promise<LimitDecision | undefined> {
    const plan = this.#planOf(projectId);
    return plan === undefined ? undefined : await this.#limiter.spend(projectId, [requestWindow(plan)], 1);
  }

  /** All events of a batch or none; rejects with INGEST_RATE_LIMITED. */
  async spendEvents(projectId: string, events: number): Promise<readonly LimitState[]> {
    const plan = this.#planOf(projectId);
    if (plan === undefined) return [];
    const decision = await this.#limiter.spend(projectId, eventWindows(plan), events);
    if (decision.isAllowed) return decision.states;
    const full = decision.states.find(({ used, limit }) => used + events > limit);
    const span = full?.name === 'events-day' ? 'day' : 'minute';
    throw new ApiError(
      'INGEST_RATE_LIMITED',
      `The batch of ${events} events exceeds the quota of this ${span}: ${full?.used} of ${full?.limit} are used. Nothing was stored`,
      { retryAfterSeconds: decision.retryAfterSeconds },
    );
  }

  async lookAtRequests(projectId: string): Promise<readonly LimitState[]> {
    const plan = this.#planOf(projectId);
    return plan === undefined ? [] : await this.#limiter.look(projectId, [requestWindow(plan)]);
  }

  async look(projectId: string): Promise<readonly LimitState[]> {
    const plan = this.#planOf(projectId);
    if (plan === undefined) return [];
    return await this.#limiter.look(projectId, [requestWindow(plan), ...eventWindows(plan)]);
  }
}

const requestWindow = (plan: PlanLimits): LimitWindow => ({
  name: 'requests',
  limit: plan.requestsPerMinute,
  windowSeconds: 60,
});

const eventWindows = (plan: PlanLimits): readonly LimitWindow[] => [
  { name: 'events', limit: plan.eventsPerMinute, windowSeconds: 60 },
  { name: 'events-day', limit: plan.eventsPerDay, windowSeconds: 86_400 },
];

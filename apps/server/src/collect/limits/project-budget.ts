import { ApiError } from '@lamppost/protocol';
import { type Soon, whenKnown } from '../../engines/soon.ts';
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
  spendRequest(projectId: string): Soon<LimitDecision | undefined> {
    const plan = this.#planOf(projectId);
    return plan === undefined ? undefined : this.#limiter.spend(projectId, [requestWindow(plan)], 1);
  }

  /** All events of a batch or none; throws or rejects with INGEST_RATE_LIMITED. */
  spendEvents(projectId: string, events: number): Soon<readonly LimitState[]> {
    const plan = this.#planOf(projectId);
    if (plan === undefined) return noStates;
    const decision = this.#limiter.spend(projectId, eventWindows(plan), events);
    return whenKnown(decision, (known) => statesAfter(known, events));
  }

  lookAtRequests(projectId: string): Soon<readonly LimitState[]> {
    const plan = this.#planOf(projectId);
    return plan === undefined ? noStates : this.#limiter.look(projectId, [requestWindow(plan)]);
  }

  async look(projectId: string): Promise<readonly LimitState[]> {
    const plan = this.#planOf(projectId);
    if (plan === undefined) return [];
    return await this.#limiter.look(projectId, [requestWindow(plan), ...eventWindows(plan)]);
  }
}

const noStates: readonly LimitState[] = [];

function statesAfter({ isAllowed, states, retryAfterSeconds }: LimitDecision, events: number): readonly LimitState[] {
  if (isAllowed) return states;
  const full = states.find(({ used, limit }) => used + events > limit);
  const span = full?.name === 'events-day' ? 'day' : 'minute';
  throw new ApiError(
    'INGEST_RATE_LIMITED',
    `The batch of ${events} events exceeds the quota of this ${span}: ${full?.used} of ${full?.limit} are used. Nothing was stored`,
    { retryAfterSeconds },
  );
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

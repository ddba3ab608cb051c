import type { Soon } from '../../engines/soon.ts';

/** What is counted. The limits of a project are shared by all its keys; feedback is counted by address, use of share links by link. */
export type LimitName = 'requests' | 'events' | 'events-day' | 'feedback' | 'shared' | 'digests';

export interface LimitWindow {
  readonly name: LimitName;
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface LimitState extends LimitWindow {
  readonly used: number;
  readonly resetsInSeconds: number;
}

export interface LimitDecision {
  readonly isAllowed: boolean;
  /** When to try again; 0 when allowed. */
  readonly retryAfterSeconds: number;
  readonly states: readonly LimitState[];
}

/**
 * Counts what a project spends in windows that begin with its first spending.
 *
 * Every adapter keeps these promises; rate-limiter.contract.ts checks them:
 * - a cost that does not fit into each of the windows is refused whole and spends nothing;
 * - a refused spender that waits retryAfterSeconds finds a new window;
 * - projects and names do not touch each other;
 * - a change of the wall clock changes nothing.
 */
export interface RateLimiter {
  spend(projectId: string, windows: readonly LimitWindow[], cost: number): Soon<LimitDecision>;
  look(projectId: string, windows: readonly LimitWindow[]): Soon<readonly LimitState[]>;
}

import type { SessionBounds } from './session-store.ts';

const dayMs = 86_400_000;

export const sessionIdleMs = 14 * dayMs;
export const sessionLongestMs = 60 * dayMs;

export interface SessionTimes {
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

/** Some days after the last request, and never later than some weeks after sign-in. */
export function sessionExpiresAt({ createdAtMs, lastSeenAtMs }: SessionTimes): number {
  return Math.min(lastSeenAtMs + sessionIdleMs, createdAtMs + sessionLongestMs);
}

/** What is over at this moment. */
export function sessionBoundsAt(nowMs: number): SessionBounds {
  return { seenBeforeMs: nowMs - sessionIdleMs, createdBeforeMs: nowMs - sessionLongestMs };
}

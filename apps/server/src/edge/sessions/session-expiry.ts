import { DAY_MS } from '@lamppost/protocol';
import type { SessionBounds } from './session-store.ts';

const sessionIdleMs = 14 * DAY_MS;
export const sessionLongestMs = 60 * DAY_MS;

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

import type { SessionCounts } from './session-health.ts';

/** Zeros where a row says nothing. */
export const sessionCountsOf = (row: Readonly<Record<string, unknown>>): SessionCounts => ({
  sessions: Number(row.sessions ?? 0),
  crashedSessions: Number(row.crashed_sessions ?? 0),
  users: Number(row.users ?? 0),
  crashedUsers: Number(row.crashed_users ?? 0),
});

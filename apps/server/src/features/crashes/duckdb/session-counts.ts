import type { SessionCounts } from '../queries/session-health.ts';

/** Aggregates over rows of `session` (see sessionMembers). */
export const SESSION_COUNTS = `count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions, count(DISTINCT person) AS users,
  count(DISTINCT person) FILTER (crashed) AS crashed_users`;

/** Zeros where a row says nothing. */
export const sessionCountsOf = (row: Readonly<Record<string, unknown>>): SessionCounts => ({
  sessions: Number(row.sessions ?? 0),
  crashedSessions: Number(row.crashed_sessions ?? 0),
  users: Number(row.users ?? 0),
  crashedUsers: Number(row.crashed_users ?? 0),
});

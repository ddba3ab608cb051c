import type { HealthDimension } from '../queries/session-health.ts';
import { isKeyed } from './session-rows.ts';
import { numberedValues } from './session-values.ts';

/** `SELECT key, value, <counts>` of a dimension, where createSessions has made its tables. */
export function countsByValue(dimension: HealthDimension, counts: SessionCounts): string {
  if (!isKeyed(dimension)) {
    return `SELECT NULL::VARCHAR AS key, name.value, counted.* EXCLUDE (n)
      FROM (SELECT v_${dimension} AS n, ${counts.ofSessions} FROM session GROUP BY n) AS counted
      LEFT JOIN ${numberedValues(dimension)} AS name ON name.n = counted.n`;
  }
  return `SELECT name.key, name.value, counted.* EXCLUDE (key_id, value_id)
    FROM (SELECT key_id, value_id, ${counts.ofSums} FROM (
        SELECT key_id, value_id, summed.* EXCLUDE (o) FROM (
          SELECT o, ${counts.summed} FROM session JOIN single_${dimension} USING (s) WHERE o IS NOT NULL GROUP BY ALL) AS summed
        JOIN entry_${dimension} USING (o)
        UNION ALL SELECT key_id, value_id, ${counts.summed} FROM said_${dimension} JOIN session USING (s) GROUP BY ALL)
      GROUP BY key_id, value_id) AS counted
    JOIN (SELECT DISTINCT key_id, value_id, key, value FROM entry_${dimension}) AS name USING (key_id, value_id)`;
}

/** How sessions are counted: at once, or in two steps. */
interface SessionCounts {
  /** Aggregates over rows of `session`. */
  readonly ofSessions: string;
  /** Columns and aggregates over rows of `session`, to be grouped by what is no aggregate. */
  readonly summed: string;
  /** Aggregates over those. */
  readonly ofSums: string;
}

/** Sessions alone. */
export const SESSIONS: SessionCounts = {
  ofSessions: 'count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions',
  summed: 'count(*) AS sessions, count(*) FILTER (crashed) AS crashed_sessions',
  ofSums: 'sum(sessions)::BIGINT AS sessions, sum(crashed_sessions)::BIGINT AS crashed_sessions',
};

/** With their users, as sessionCountsOf reads them. */
export const SESSIONS_AND_USERS: SessionCounts = {
  ofSessions: `${SESSIONS.ofSessions}, count(DISTINCT person) AS users, count(DISTINCT person) FILTER (crashed) AS crashed_users`,
  summed: `person, ${SESSIONS.summed}`,
  ofSums: `${SESSIONS.ofSums}, count(DISTINCT person) AS users,
    count(DISTINCT person) FILTER (crashed_sessions > 0) AS crashed_users`,
};

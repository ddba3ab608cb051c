import type { DuckDBConnection } from '@duckdb/node-api';
import type { CrashSharesParams, CrashSharesResult } from '../queries/crash-groups.ts';
import { crashSharesOf } from '../queries/crash-share-rows.ts';
import type { HealthDimension } from '../queries/session-health.ts';
import { crashesOf } from './crash-groupings.ts';
import { countsByValue, SESSIONS } from './session-counts.ts';
import { createSessions } from './session-rows.ts';

/** All dimensions from one look at the sessions. */
export async function crashShares(connection: DuckDBConnection, params: CrashSharesParams): Promise<CrashSharesResult> {
  const { scope, fingerprints, dimensions, limit } = params;
  await createSessions(connection, { ...params, isCrash: `crash_id IN ${crashesOf(scope, fingerprints)}` });
  const result =
    await connection.run(`SELECT NULL AS dimension, NULL AS key, NULL AS value, ${SESSIONS.ofSessions}, 0 AS key_sessions, 0 AS key_crashed,
      count(DISTINCT person) AS users, count(DISTINCT person) FILTER (crashed) AS crashed_users FROM session
    ${dimensions.map((dimension) => `UNION ALL (${sharesOf(dimension, limit)})`).join(' ')}`);
  return crashSharesOf(await result.getRowObjectsJS());
}

function sharesOf(dimension: HealthDimension, limit: number): string {
  return `SELECT '${dimension}', key, value, sessions, crashed_sessions, sum(sessions) OVER (PARTITION BY key) AS key_sessions,
      sum(crashed_sessions) OVER (PARTITION BY key), 0, 0 FROM (${countsByValue(dimension, SESSIONS)})
    ORDER BY crashed_sessions DESC, sessions DESC, key, value LIMIT ${limit}`;
}

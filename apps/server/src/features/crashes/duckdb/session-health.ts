import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import type { SessionHealthParams, SessionHealthResult } from '../queries/session-health.ts';
import { healthBuckets, healthParts, sessionHealthResult } from '../queries/session-health-result.ts';
import { countsByValue, SESSIONS_AND_USERS } from './session-counts.ts';
import { createSessions, inRange } from './session-rows.ts';

const COUNTS = SESSIONS_AND_USERS.ofSessions;

export async function sessionHealth(
  connection: DuckDBConnection,
  params: SessionHealthParams,
  rowsPerPart?: number,
): Promise<SessionHealthResult> {
  const { dimension, limit } = params;
  const buckets = healthBuckets(params);
  const byValue =
    dimension === undefined
      ? `SELECT NULL::VARCHAR AS key, NULL::VARCHAR AS value, ${COUNTS} FROM session HAVING false`
      : countsByValue(dimension, SESSIONS_AND_USERS);
  const overTime =
    buckets === undefined
      ? ''
      : `UNION ALL SELECT '${healthParts.point}', ${bucketIndexSql(buckets, 'began')} AS bucket, NULL, NULL, ${COUNTS}, 0, 0
        FROM session GROUP BY bucket`;
  await createSessions(connection, {
    ...params,
    dimensions: dimension === undefined ? [] : [dimension],
    isCrash: 'true',
    isBeginAsked: buckets !== undefined,
    rowsPerPart,
  });
  const rows =
    await connection.run(`WITH counted AS (SELECT '${healthParts.total}' AS part, NULL::SMALLINT AS bucket, NULL::VARCHAR AS key, NULL::VARCHAR AS value,
        ${COUNTS}, 0 AS key_sessions, 0 AS key_crashed FROM session
      UNION ALL
      (SELECT '${healthParts.value}', NULL, *, sum(sessions) OVER of_key AS key_sessions, sum(crashed_sessions) OVER of_key
        FROM (${byValue}) WINDOW of_key AS (PARTITION BY key)
        ORDER BY key_sessions DESC, key, sessions DESC, value LIMIT ${limit})
      ${overTime})
    SELECT * FROM counted ORDER BY key_sessions DESC, key, sessions DESC, value`);
  const counted = await rows.getRowObjectsJS();
  const reports = await connection.run(`SELECT count(*), count(*) FILTER (session_id IS NULL OR session_id = '')
    FROM ${everywhere('crashes')} WHERE ${inRange(params)}`);
  const [counts = []] = await reports.getRowsJS();
  return sessionHealthResult(counted, buckets, counts);
}

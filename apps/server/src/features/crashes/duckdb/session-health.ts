import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import {
  MAX_HEALTH_POINTS,
  type SessionHealthParams,
  type SessionHealthPoint,
  type SessionHealthResult,
  type SessionHealthRow,
} from '../queries/session-health.ts';
import { SESSION_COUNTS, sessionCountsOf } from './session-counts.ts';
import { countsByValue, inRange, sessionMembers } from './session-rows.ts';

export async function sessionHealth(
  connection: DuckDBConnection,
  params: SessionHealthParams,
): Promise<SessionHealthResult> {
  const { dimension, limit } = params;
  const buckets = bucketsOf(params);
  const byValue =
    dimension === undefined
      ? `SELECT NULL::VARCHAR AS key, NULL::VARCHAR AS value, ${SESSION_COUNTS} FROM session HAVING false`
      : countsByValue(dimension, SESSION_COUNTS);
  const overTime =
    buckets === undefined
      ? ''
      : `UNION ALL SELECT '${POINT}', ${bucketIndexSql(buckets, 'began')} AS bucket, NULL, NULL, ${SESSION_COUNTS}, 0, 0
        FROM session GROUP BY bucket`;
  const members = sessionMembers({
    ...params,
    dimensions: dimension === undefined ? [] : [dimension],
    isCrash: 'true',
    isBeginAsked: buckets !== undefined,
  });
  // All from one look at the sessions, so that what was stored meanwhile is in all of it or in none.
  const rows = await connection.run(`WITH ${members.join(', ')},
    counted AS (SELECT '${TOTAL}' AS part, NULL::SMALLINT AS bucket, NULL::VARCHAR AS key, NULL::VARCHAR AS value,
        ${SESSION_COUNTS}, 0 AS key_sessions, 0 AS key_crashed FROM session
      UNION ALL
      (SELECT '${VALUE}', NULL, *, sum(sessions) OVER of_key AS key_sessions, sum(crashed_sessions) OVER of_key
        FROM (${byValue}) WINDOW of_key AS (PARTITION BY key)
        ORDER BY key_sessions DESC, key, sessions DESC, value LIMIT ${limit})
      ${overTime})
    SELECT * FROM counted ORDER BY key_sessions DESC, key, sessions DESC, value`);
  const counted = await rows.getRowObjectsJS();
  const partOf = (part: string): readonly Row[] => counted.filter((row) => row.part === part);
  const reports = await connection.run(`SELECT count(*), count(*) FILTER (session_id IS NULL OR session_id = '')
    FROM ${everywhere('crashes')} WHERE ${inRange(params)}`);
  const [[all, without] = []] = await reports.getRowsJS();
  return {
    totals: sessionCountsOf(partOf(TOTAL)[0] ?? {}),
    reports: Number(all),
    reportsWithoutSession: Number(without),
    rows: partOf(VALUE).map(rowOf),
    points: buckets === undefined ? [] : pointsOf(buckets, partOf(POINT)),
  };
}

const [TOTAL, VALUE, POINT] = ['total', 'value', 'point'];

function bucketsOf({ fromMs, toMs, over }: SessionHealthParams): TimeBuckets | undefined {
  if (over === undefined) return undefined;
  const buckets = timeBuckets(fromMs, toMs, over.interval, over.timezone, MAX_HEALTH_POINTS);
  if (buckets !== undefined) return buckets;
  const message = `makes more than ${MAX_HEALTH_POINTS} points: take a longer interval or a shorter range`;
  throw new QueryRejected('interval', message);
}

/** Stretches without a session have zeros. */
function pointsOf({ starts }: TimeBuckets, rows: readonly Row[]): readonly SessionHealthPoint[] {
  const counted = new Map(rows.map((row) => [Number(row.bucket), row]));
  return starts.map((bucketMs, index) => ({ bucketMs, ...sessionCountsOf(counted.get(index) ?? {}) }));
}

type Row = Readonly<Record<string, unknown>>;

const rowOf = (row: Row): SessionHealthRow => ({
  key: textOf(row.key),
  value: textOf(row.value),
  ...sessionCountsOf(row),
  keySessions: Number(row.key_sessions),
  keyCrashedSessions: Number(row.key_crashed),
});

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { joinOwnerKeysOf, PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { isRelease, RELEASE_VALUE } from '../../../analytics/duckdb/relations/release-value.ts';
import { activityBetween, activityEver } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { releaseKeyOf } from '../../../analytics/release-key.ts';
import { betweenSql, IS_ERROR, inScopeSql } from '../../performance/duckdb/metric-rows.ts';
import {
  adoptionBuckets,
  adoptionPoint,
  MAX_ADOPTED_RELEASES,
  partsOfRequests,
  type ReleaseAdoption,
  type ReleaseAdoptionParams,
  type ReleaseRequests,
  type ReleaseRequestsParams,
  type ReleasesSeenParams,
  requestsOf,
  type SeenVersion,
} from '../queries/releases.ts';

/** Clocks that are wrong by years do not say when a version was first there. */
const FIRST_SEEN = 'coalesce(min(ts) FILTER (ts >= received - INTERVAL 400 DAYS), min(received))';
/** What is asked of a row of events, from the sums. */
const SUMMED = 'first AS ts, last_received AS received, items';

export async function releasesSeen(
  connection: DuckDBConnection,
  { scope, receivedSinceMs, limit }: ReleasesSeenParams,
): Promise<readonly SeenVersion[]> {
  const sources = [
    `(SELECT * EXCLUDE (items), ${SUMMED} FROM ${activityEver(scope, ['events', 'metrics'])})`,
    `(SELECT *, 1 AS items FROM ${everywhere('crashes')})`,
  ];
  const rows = sources.map(
    (source) => `SELECT platform, app_version, ${FIRST_SEEN} AS first, max(received) AS last, sum(items) AS c
      FROM ${source}
      WHERE ${inScopeSql(scope)} AND received >= ${timeLiteral(receivedSinceMs)} AND app_version <> '' AND platform <> ''
      GROUP BY platform, app_version`,
  );
  const result = await connection.run(`SELECT release, epoch_ms(min(first)), epoch_ms(max(last))
    FROM (SELECT ${RELEASE_VALUE} AS release, first, last, c FROM (${rows.join(' UNION ALL ')}))
    GROUP BY release HAVING release IS NOT NULL AND ${isRelease('release')}
    ORDER BY sum(c) DESC, release LIMIT ${limit}`);
  return (await result.getRowsJS()).map(([release, first, last]) => ({
    ...releaseKeyOf(String(release)),
    firstSeenMs: Number(first),
    lastReceivedMs: Number(last),
  }));
}

export async function releaseRequests(
  connection: DuckDBConnection,
  { scope, fromMs, toMs }: ReleaseRequestsParams,
): Promise<readonly ReleaseRequests[]> {
  const parts = partsOfRequests.map(quoted).join(', ');
  const result = await connection.run(`SELECT ${RELEASE_VALUE} AS release, count(*), count(*) FILTER (${IS_ERROR}),
      quantile_cont(value_ms, [0.5, 0.95, 0.99])
    FROM ${everywhere('metrics')} WHERE ${inScopeSql(scope)} AND ${betweenSql(fromMs, toMs)}
      AND metric_type = 'network' AND metric_name NOT IN (${parts}) AND isfinite(value_ms)
    GROUP BY release HAVING release IS NOT NULL`);
  return (await result.getRowsJS()).map(([release, requests, failed, shares]) =>
    requestsOf(String(release), Number(requests), Number(failed), (shares as readonly unknown[]).map(Number)),
  );
}

/** From events: they say whose they are. */
export async function releaseAdoption(
  connection: DuckDBConnection,
  { scope, fromMs, toMs, interval, timezone, platform }: ReleaseAdoptionParams,
): Promise<ReleaseAdoption> {
  const buckets = adoptionBuckets(fromMs, toMs, interval, timezone);
  const wanted = platform === undefined ? '' : `AND starts_with(release, ${quoted(`${platform} `)})`;
  const result =
    await connection.run(`WITH said AS MATERIALIZED (SELECT release, ${bucketIndexSql(buckets, 'epoch_ms(ts)')} AS bucket, session_id AS s, person
      FROM (SELECT ${RELEASE_VALUE} AS release, ts, session_id, person FROM (
        SELECT ev.app_version, ev.platform, ev.first AS ts, CASE WHEN ev.session_id <> '' THEN hash(ev.session_id) END AS session_id, ${PERSON_KEY} AS person
        FROM ${activityBetween(scope, { fromMs, toMs }, { tables: ['events'], buckets })} AS ev ${joinOwnerKeysOf(scope)})) WHERE release IS NOT NULL ${wanted}),
    shown AS (SELECT release FROM said GROUP BY release HAVING ${isRelease('release')} ORDER BY count(DISTINCT s) DESC, release
      LIMIT ${MAX_ADOPTED_RELEASES})
    SELECT release, bucket, count(DISTINCT s), count(DISTINCT person) FROM said
      WHERE release IN (SELECT release FROM shown) GROUP BY release, bucket
    UNION ALL SELECT NULL, bucket, count(DISTINCT s), count(DISTINCT person) FROM said GROUP BY bucket
    ORDER BY ALL`);
  return { bucketsMs: buckets.starts, points: (await result.getRowsJS()).map((row) => adoptionPoint(buckets, row)) };
}

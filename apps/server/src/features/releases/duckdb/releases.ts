import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { joinOwnersOfActivity, PERSON_OF_ACTIVITY } from '../../../analytics/duckdb/relations/persons.ts';
import { isRelease, RELEASE_VALUE } from '../../../analytics/duckdb/relations/release-value.ts';
import { activityBetween, activityEver, idKey } from '../../../analytics/duckdb/rollups/session-activity.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { releaseKeyOf } from '../../../analytics/release-key.ts';
import { createValues, numberedValues, valueKey } from '../../crashes/duckdb/session-values.ts';
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
    GROUP BY release HAVING release IS NOT NULL ORDER BY release`);
  return (await result.getRowsJS()).map(([release, requests, failed, shares]) =>
    requestsOf(String(release), Number(requests), Number(failed), (shares as readonly unknown[]).map(Number)),
  );
}

/** From events: they say whose they are. Releases are numbers until they are shown (see createValues). */
export async function releaseAdoption(
  connection: DuckDBConnection,
  { scope, fromMs, toMs, interval, timezone, platform }: ReleaseAdoptionParams,
): Promise<ReleaseAdoption> {
  const buckets = adoptionBuckets(fromMs, toMs, interval, timezone);
  const activity = activityBetween(scope, { fromMs, toMs }, { tables: ['events'], buckets });
  await connection.run(createValues('release', { activity }));
  const wanted = platform === undefined ? '' : `WHERE starts_with(value, ${quoted(`${platform} `)})`;
  await connection.run(`CREATE TEMP TABLE said AS
    SELECT DISTINCT n, ${bucketIndexSql(buckets, 'epoch_ms(ev.first)')} AS bucket,
      ${idKey('session')} AS s, ${PERSON_OF_ACTIVITY} AS person
    FROM (SELECT *, ${valueKey('release', 'activity')} AS h FROM ${activity}) AS ev ${joinOwnersOfActivity(scope)}
    JOIN (SELECT h, n FROM value_release ${wanted}) AS release ON release.h = ev.h AND n IS NOT NULL`);
  const result = await connection.run(`WITH shown AS (
      SELECT n, value FROM (SELECT n, count(DISTINCT s) AS sessions FROM said GROUP BY n)
        JOIN ${numberedValues('release')} USING (n)
      WHERE ${isRelease('value')} ORDER BY sessions DESC, value LIMIT ${MAX_ADOPTED_RELEASES})
    SELECT value AS release, bucket, sessions, users FROM shown JOIN (
        SELECT n, bucket, count(DISTINCT s) AS sessions, count(DISTINCT person) AS users FROM said GROUP BY n, bucket) USING (n)
    UNION ALL SELECT NULL, bucket, count(DISTINCT s), count(DISTINCT person) FROM said GROUP BY bucket
    ORDER BY ALL`);
  return { bucketsMs: buckets.starts, points: (await result.getRowsJS()).map((row) => adoptionPoint(buckets, row)) };
}

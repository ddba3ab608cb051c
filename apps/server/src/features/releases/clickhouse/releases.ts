import { DAY_MS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { joinOwners, PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { quantilesSql } from '../../../analytics/clickhouse/relations/quantiles.ts';
import { isRelease, RELEASE_VALUE } from '../../../analytics/clickhouse/relations/release-value.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { releaseKeyOf } from '../../../analytics/release-key.ts';
import { quoted, texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { between, IS_ERROR } from '../../performance/clickhouse/metric-rows.ts';
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
const FIRST_SEEN = `coalesce(minOrNullIf(ts_ms, ts_ms >= received_ms - ${400 * DAY_MS}), min(received_ms))`;

export async function releasesSeen(
  reader: ClickhouseReader,
  { scope, receivedSinceMs, limit }: ReleasesSeenParams,
): Promise<readonly SeenVersion[]> {
  const tables = ['events', 'metrics', 'crashes'] as const;
  // Of labels that are not those of the key: a condition on the key would be asked of every row.
  const rows = tables.map(
    (table) => `SELECT any(platform) AS platform_of, any(app_version) AS version_of, ${FIRST_SEEN} AS first,
        max(received_ms) AS last, count() AS c
      FROM ${visible(table)}
      WHERE ${inScope(scope)} AND received_ms >= ${millis(receivedSinceMs)} AND app_version <> '' AND platform <> ''
      GROUP BY platform, app_version`,
  );
  const labels = `SELECT platform_of AS platform, version_of AS app_version, first, last, c FROM (${rows.join(' UNION ALL ')})`;
  const found = await reader.rows(`SELECT release, min(first), max(last)
    FROM (SELECT ${RELEASE_VALUE} AS release, first, last, c FROM (${labels}))
    WHERE release IS NOT NULL GROUP BY release HAVING ${isRelease('release')}
    ORDER BY sum(c) DESC, release LIMIT ${limit}`);
  return found.map(([release, first, last]) => ({
    ...releaseKeyOf(String(release)),
    firstSeenMs: Number(first),
    lastReceivedMs: Number(last),
  }));
}

export async function releaseRequests(
  reader: ClickhouseReader,
  { scope, fromMs, toMs }: ReleaseRequestsParams,
): Promise<readonly ReleaseRequests[]> {
  const parts = partsOfRequests.map(quoted).join(', ');
  const rows = await reader.rows(`SELECT ${RELEASE_VALUE} AS release, count(), countIf(${IS_ERROR}),
      ${quantilesSql('assumeNotNull(value_ms)', [0.5, 0.95, 0.99])}
    FROM ${visible('metrics')} WHERE ${inScope(scope)} AND ${between(fromMs, toMs)}
      AND metric_type = 'network' AND metric_name NOT IN (${parts}) AND isFinite(value_ms)
    GROUP BY release HAVING release IS NOT NULL ORDER BY release`);
  return rows.map(([release, requests, failed, shares]) =>
    requestsOf(String(release), Number(requests), Number(failed), shares as readonly number[]),
  );
}

/** From events: they say whose they are. */
export async function releaseAdoption(
  reader: ClickhouseReader,
  { scope, fromMs, toMs, interval, timezone, platform }: ReleaseAdoptionParams,
): Promise<ReleaseAdoption> {
  const buckets = adoptionBuckets(fromMs, toMs, interval, timezone);
  const wanted = platform === undefined ? '' : `AND startsWith(release, ${quoted(`${platform} `)})`;
  const events = `${visible('events')} WHERE ${inScope(scope)} AND ${between(fromMs, toMs)}`;
  const shown = await reader.rows(
    `SELECT release FROM (SELECT ${RELEASE_VALUE} AS release, nullIf(session_id, '') AS s FROM ${events})
      WHERE release IS NOT NULL ${wanted} GROUP BY release HAVING ${isRelease('any(release)')}
      ORDER BY uniqExact(s) DESC, release LIMIT ${MAX_ADOPTED_RELEASES}`,
  );
  const columns = 'user_id, anonymous_id, device_id, session_id, ts_ms, platform, app_version';
  const isShown = `has(${texts(shown.map(([release]) => String(release)))}, release)`;
  const rows = await reader.rows(`SELECT shown, bucket, uniqExact(s), uniqExact(person) FROM (
      SELECT ${RELEASE_VALUE} AS release, if(${isShown}, release, NULL) AS shown,
        ${bucketIndexSql(buckets, 'ts_ms')} AS bucket, nullIf(ev.session_id, '') AS s, ${PERSON_KEY} AS person
      FROM (SELECT ${columns} FROM ${events}) AS ev ${joinOwners(scope)} WHERE release IS NOT NULL ${wanted})
    GROUP BY GROUPING SETS ((shown, bucket), (bucket)) HAVING shown IS NOT NULL OR grouping(shown) = 1
    ORDER BY shown, bucket`);
  return { bucketsMs: buckets.starts, points: rows.map((row) => adoptionPoint(buckets, row)) };
}

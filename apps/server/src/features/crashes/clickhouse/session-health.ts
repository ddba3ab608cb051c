import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { MAX_HEALTH_POINTS, type SessionHealthParams, type SessionHealthResult } from '../queries/session-health.ts';
import { healthBuckets, healthParts, sessionHealthResult } from '../queries/session-health-result.ts';
import { countsByKey, countsByPart, inRange, isKeyed } from './session-rows.ts';

export async function sessionHealth(
  reader: ClickhouseReader,
  params: SessionHealthParams,
): Promise<SessionHealthResult> {
  const { dimension, limit } = params;
  const buckets = healthBuckets(params);
  const dimensions = dimension === undefined ? [] : [dimension];
  const choice = { ...params, dimensions, isCrash: 'true' };
  const counts = [
    countsByPart(choice, {
      [healthParts.total]: 'NULL',
      ...(dimension === undefined || isKeyed(dimension) ? {} : { [healthParts.value]: `v_${dimension}` }),
      ...(buckets === undefined ? {} : { [healthParts.point]: `toString(${bucketIndexSql(buckets, 'began')})` }),
    }),
    ...dimensions.filter(isKeyed).map((keyed) => countsByKey(choice, healthParts.value, keyed)),
  ];
  const rows = await reader.objects(
    `SELECT *, if(part = '${healthParts.point}', value, NULL) AS bucket, sum(sessions) OVER of_key AS key_sessions,
        sum(crashed_sessions) OVER of_key AS key_crashed
      FROM (${counts.join(' UNION ALL ')}) WINDOW of_key AS (PARTITION BY part, key)
      ORDER BY key_sessions DESC, key, sessions DESC, value LIMIT ${Math.max(limit, MAX_HEALTH_POINTS)} BY part`,
  );
  const [reports = []] = await reader.rows(
    `SELECT count(), countIf(session_id IS NULL OR session_id = '') FROM ${visible('crashes')} WHERE ${inRange(params)}`,
  );
  const result = sessionHealthResult(rows, buckets, reports);
  return { ...result, rows: result.rows.slice(0, limit) };
}

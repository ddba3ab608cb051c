import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { eventConditions, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import {
  type EventVolumesParams,
  type EventVolumesResult,
  MAX_VOLUMES,
  volumeSeries,
} from '../queries/event-volumes.ts';

export async function eventVolumes(
  reader: ClickhouseReader,
  { scope, fromMs, toMs, buckets }: EventVolumesParams,
): Promise<EventVolumesResult> {
  const bucket = `intDiv((ts_ms - ${millis(fromMs)}) * ${buckets}, ${Math.trunc(toMs) - Math.trunc(fromMs)})`;
  const rows = await reader.rows(
    `SELECT name, sum(events) AS total, groupArray(bucket), groupArray(events)
     FROM (SELECT name, ${bucket} AS bucket, count() AS events FROM ${visible('events')}
       WHERE ${eventConditions(scope, { fromMs, toMs })} GROUP BY name, bucket)
     GROUP BY name ORDER BY total DESC, name LIMIT ${MAX_VOLUMES + 1}`,
  );
  return {
    volumes: rows.slice(0, MAX_VOLUMES).map(([name, total, places, counts]) => ({
      name: String(name),
      count: Number(total),
      series: volumeSeries(places as readonly number[], counts as readonly number[], buckets),
    })),
    hasMore: rows.length > MAX_VOLUMES,
  };
}

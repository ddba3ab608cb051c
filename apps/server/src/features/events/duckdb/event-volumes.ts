import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { eventConditions } from '../../../analytics/duckdb/relations/event-conditions.ts';
import {
  type EventVolumesParams,
  type EventVolumesResult,
  MAX_VOLUMES,
  volumeSeries,
} from '../queries/event-volumes.ts';

export async function eventVolumes(
  connection: DuckDBConnection,
  { scope, fromMs, toMs, buckets }: EventVolumesParams,
): Promise<EventVolumesResult> {
  const { sql, values } = eventConditions(scope, { fromMs, toMs });
  const bucket = `((epoch_ms(ts) - ${Math.trunc(fromMs)}) * ${buckets}) // ${Math.trunc(toMs) - Math.trunc(fromMs)}`;
  const result = await connection.run(
    `SELECT name, sum(count)::BIGINT AS total, list(bucket ORDER BY bucket) AS places, list(count ORDER BY bucket) AS counts
     FROM (SELECT name, ${bucket} AS bucket, count(*) AS count FROM ${everywhere('events')} WHERE ${sql} GROUP BY ALL)
     GROUP BY name ORDER BY total DESC, name LIMIT ${MAX_VOLUMES + 1}`,
    values,
  );
  const rows = await result.getRowsJS();
  return {
    volumes: rows.slice(0, MAX_VOLUMES).map(([name, total, places, counts]) => ({
      name: String(name),
      count: Number(total),
      series: volumeSeries(places as readonly bigint[], counts as readonly bigint[], buckets),
    })),
    hasMore: rows.length > MAX_VOLUMES,
  };
}

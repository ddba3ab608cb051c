import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { millis } from '../../../analytics/duckdb/relations/event-conditions.ts';
import type { DayCount, StoredPerDayParams } from '../queries/stored-per-day.ts';

export async function storedPerDay(
  connection: DuckDBConnection,
  { projectId, fromMs, toMs }: StoredPerDayParams,
): Promise<readonly DayCount[]> {
  const result = await connection.run(
    `SELECT epoch_ms(received) // 86400000 AS day, count(*) FROM ${everywhere('events')}
      WHERE p = ?::UUID AND received >= make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS
        AND received < make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS
      GROUP BY day ORDER BY day`,
    [projectId, millis(fromMs), millis(toMs)],
  );
  return (await result.getRowsJS()).map(([day, events]) => ({ day: dayText(Number(day)), events: Number(events) }));
}

const dayText = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);

import type { DuckDBConnection } from '@duckdb/node-api';
import { eventCountsReceived } from '../../../analytics/duckdb/rollups/event-counts.ts';
import type { DayCount, StoredPerDayParams } from '../queries/stored-per-day.ts';

export async function storedPerDay(
  connection: DuckDBConnection,
  { projectId, fromMs, toMs }: StoredPerDayParams,
): Promise<readonly DayCount[]> {
  const result = await connection.run(
    `SELECT epoch_ms(received_slot) // 86400000 AS day, sum(items) FROM ${eventCountsReceived({ fromMs, toMs })}
      WHERE p = ?::UUID GROUP BY day ORDER BY day`,
    [projectId],
  );
  return (await result.getRowsJS()).map(([day, events]) => ({ day: dayText(Number(day)), events: Number(events) }));
}

const dayText = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);

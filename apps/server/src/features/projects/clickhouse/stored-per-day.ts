import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { DayCount, StoredPerDayParams } from '../queries/stored-per-day.ts';

export async function storedPerDay(
  reader: ClickhouseReader,
  { projectId, fromMs, toMs }: StoredPerDayParams,
): Promise<readonly DayCount[]> {
  const rows = await reader.rows(
    `SELECT intDiv(received_ms, 86400000) AS day, count() FROM ${visible('events')}
      WHERE p = ${uuid(projectId)} AND received_ms >= ${millis(fromMs)} AND received_ms < ${millis(toMs)}
      GROUP BY day ORDER BY day`,
  );
  return rows.map(([day, events]) => ({ day: dayText(Number(day)), events: Number(events) }));
}

const dayText = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);

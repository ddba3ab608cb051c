import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { contextColumns } from '../../../analytics/duckdb/store-schema.ts';
import {
  type ExportHourParams,
  type ExportPlan,
  type ExportPlanParams,
  HOUR_MS,
  type LogUpTo,
  MAX_BATCH_HOURS,
} from '../queries/export-batch.ts';
import { isAfter, isUpTo, movedOn } from '../queries/position-sql.ts';

const rowsIn = (connection: DuckDBConnection) => async (sql: string) => await (await connection.run(sql)).getRowsJS();
const freshIn = (after: readonly LogUpTo[]): string => `${everywhere('events')} WHERE ${isAfter(after)}`;

export async function exportPlan(
  connection: DuckDBConnection,
  { after, beforeMs }: ExportPlanParams,
): Promise<ExportPlan> {
  const [[first] = []] = await rowsIn(connection)(`SELECT epoch_ms(min(received)) FROM ${freshIn(after)}`);
  if (first === null || first === undefined) return { upTo: after, groups: [] };
  const firstHour = Math.floor(Number(first) / HOUR_MS) * HOUR_MS;
  const limitMs = firstHour + MAX_BATCH_HOURS * HOUR_MS;
  const limited = await planBefore(connection, after, Math.min(beforeMs, limitMs));
  // A clock that was set back can put a later hour in front of the first one.
  return limited.groups.length > 0 || beforeMs <= limitMs ? limited : await planBefore(connection, after, beforeMs);
}

async function planBefore(
  connection: DuckDBConnection,
  after: readonly LogUpTo[],
  beforeMs: number,
): Promise<ExportPlan> {
  const rows = rowsIn(connection);
  const fresh = freshIn(after);
  const before = timeLiteral(beforeMs);
  const cut = await rows(
    `SELECT log_tag, coalesce(min(seq) FILTER (received >= ${before}) - 1, max(seq)) FROM ${fresh}
      GROUP BY log_tag ORDER BY log_tag`,
  );
  const upTo = movedOn(
    after,
    cut.map(([logTag, sequence]) => ({ logTag: Number(logTag), sequence: Number(sequence) })),
  );
  const groups = await rows(
    `SELECT p::VARCHAR, e::VARCHAR, epoch_ms(date_trunc('hour', received)) AS hour FROM ${fresh} AND ${isUpTo(upTo)}
      GROUP BY ALL ORDER BY ALL`,
  );
  return {
    upTo,
    groups: groups.map(([projectId, environmentId, hour]) => ({
      projectId: String(projectId),
      environmentId: String(environmentId),
      hourMs: Number(hour),
    })),
  };
}

const COLUMNS = `log_tag, seq AS sequence, idx, coalesce(id_uuid::VARCHAR, id_text) AS event_id, name AS event_name, type,
  ts::TIMESTAMP AS "timestamp", received::TIMESTAMP AS received_at, ${Object.keys(contextColumns).join(', ')},
  properties::VARCHAR AS properties, context::VARCHAR AS context`;

export async function exportHour(
  connection: DuckDBConnection,
  { projectId, environmentId, hourMs, after, upTo, path }: ExportHourParams,
): Promise<{ readonly rows: number }> {
  try {
    const { rowsChanged } = await connection.run(
      `COPY (SELECT ${COLUMNS} FROM ${everywhere('events')}
        WHERE p = '${projectId}'::UUID AND e = '${environmentId}'::UUID AND received >= ${timeLiteral(hourMs)}
          AND received < ${timeLiteral(hourMs + HOUR_MS)} AND ${isAfter(after)} AND ${isUpTo(upTo)})
        TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 16384, USE_TMP_FILE false)`,
    );
    return { rows: rowsChanged };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

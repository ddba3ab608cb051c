import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { LANDING_TABLE } from '../../../analytics/clickhouse/loading/landing.ts';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { parquetRows } from '../../insights/clickhouse/user-sql/parquet-rows.ts';
import {
  type ExportHourParams,
  type ExportPlan,
  type ExportPlanParams,
  HOUR_MS,
  type LogUpTo,
  MAX_BATCH_HOURS,
} from '../queries/export-batch.ts';
import { isAfter, isUpTo, movedOn } from '../queries/position-sql.ts';

const freshIn = (after: readonly LogUpTo[]): string => `${visible('events')} WHERE ${isAfter(after)}`;

export async function exportPlan(reader: ClickhouseReader, { after, beforeMs }: ExportPlanParams): Promise<ExportPlan> {
  const [[count, first] = []] = await reader.rows(`SELECT count(), min(received_ms) FROM ${freshIn(after)}`);
  if (Number(count) === 0) return { upTo: after, groups: [] };
  const firstHour = Math.floor(Number(first) / HOUR_MS) * HOUR_MS;
  const limitMs = firstHour + MAX_BATCH_HOURS * HOUR_MS;
  const limited = await planBefore(reader, after, Math.min(beforeMs, limitMs));
  // A clock that was set back can put a later hour in front of the first one.
  return limited.groups.length > 0 || beforeMs <= limitMs ? limited : await planBefore(reader, after, beforeMs);
}

async function planBefore(reader: ClickhouseReader, after: readonly LogUpTo[], before: number): Promise<ExportPlan> {
  const fresh = freshIn(after);
  const cut = await reader.rows(
    `SELECT log_tag, if(countIf(received_ms >= ${before}) > 0, minIf(seq, received_ms >= ${before}) - 1, max(seq))
      FROM ${fresh} GROUP BY log_tag ORDER BY log_tag`,
  );
  const ends = await completeUpTo(reader);
  const upTo = movedOn(
    after,
    cut.map(([tag, sequence]) => {
      const logTag = Number(tag);
      return { logTag, sequence: Math.min(Number(sequence), ends.get(logTag) ?? Number.MAX_SAFE_INTEGER) };
    }),
  );
  const groups = await reader.rows(
    `SELECT toString(p) AS project, toString(e) AS environment, intDiv(received_ms, ${HOUR_MS}) * ${HOUR_MS} AS hour
      FROM ${fresh} AND ${isUpTo(upTo)} GROUP BY project, environment, hour ORDER BY project, environment, hour`,
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

/** The last sequence of a log up to which all rows are there; logs that are not named have all that were loaded at all. */
async function completeUpTo(reader: ClickhouseReader): Promise<ReadonlyMap<number, number>> {
  const { partial = [] } = reader.visible;
  if (partial.length === 0) return new Map();
  const places = partial.map(({ logId, number }) => `(${uuid(logId)}, ${number})`);
  const headers = await reader.rows(
    `SELECT toString(log_id), min(JSONExtractInt(bytes, 'first')) FROM ${LANDING_TABLE}
      WHERE line = 0 AND (log_id, number) IN (${places.join(', ')}) GROUP BY log_id`,
  );
  const first = new Map(headers.map(([logId, sequence]) => [String(logId), Number(sequence)]));
  return new Map(partial.map(({ logId }) => [Number.parseInt(logId.slice(0, 8), 16), (first.get(logId) ?? 0) - 1]));
}

const CONTEXT = `user_id, anonymous_id, device_id, session_id, platform, country, locale, timezone, app_version, app_build,
  app_namespace, build_channel, release_id, os_name, os_version, device_model, device_type, sdk_name, sdk_version`;

const COLUMNS = `log_tag, seq AS sequence, idx, coalesce(toString(id_uuid), id_text) AS event_id, name AS event_name, type,
  fromUnixTimestamp64Milli(ts_ms, 'UTC') AS timestamp, fromUnixTimestamp64Milli(received_ms, 'UTC') AS received_at,
  ${CONTEXT}, properties, context`;

/** Small row groups: one is held in memory. */
const PARQUET = {
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_row_group_size: '16384',
  output_format_parquet_string_as_string: 1,
} as const;

export async function exportHour(
  reader: ClickhouseReader,
  { projectId, environmentId, hourMs, after, upTo, path }: ExportHourParams,
): Promise<{ readonly rows: number }> {
  const from = `${visible('events')} WHERE ${inScope({ projectId, environmentId })} AND received_ms >= ${hourMs}
    AND received_ms < ${hourMs + HOUR_MS} AND ${isAfter(after)} AND ${isUpTo(upTo)}`;
  try {
    const bytes = await reader.bytes(`SELECT ${COLUMNS} FROM ${from} FORMAT Parquet`, { settings: PARQUET });
    await pipeline(bytes, createWriteStream(path), { signal: reader.signal });
    return { rows: await parquetRows(path) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { osLabel } from '../../../analytics/duckdb/relations/os-label.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import {
  type CrashCountsParams,
  type CrashCountsResult,
  type CrashDimension,
  crashCountBuckets,
  crashCountsResult,
  MAX_CRASH_VALUE_LENGTH,
  MAX_CRASH_VALUES,
} from '../queries/crash-counts.ts';
import { inRange } from './session-rows.ts';

const dimensions: Readonly<Record<CrashDimension, string>> = {
  exception: `nullif(left(exception_type, ${MAX_CRASH_VALUE_LENGTH}), '')`,
  version: `nullif(app_version, '')`,
  device: `nullif(device_model, '')`,
  os: osLabel('crashes'),
  platform: `nullif(platform, '')`,
};

export async function crashCounts(connection: DuckDBConnection, params: CrashCountsParams): Promise<CrashCountsResult> {
  const { breakdown, platform, appVersion } = params;
  const buckets = crashCountBuckets(params);
  const conditions = [
    inRange(params),
    ...(platform === undefined ? [] : [`platform = ${quoted(platform)}`]),
    ...(appVersion === undefined ? [] : [`app_version = ${quoted(appVersion)}`]),
  ];
  const reports = `FROM ${everywhere('crashes')} WHERE ${conditions.join(' AND ')}`;
  const values = breakdown === undefined ? undefined : await commonValues(connection, dimensions[breakdown], reports);
  const place = breakdown === undefined || values === undefined ? '0' : placeSql(dimensions[breakdown], values);
  const rows = await connection.run(
    `SELECT ${place} AS place, ${bucketIndexSql(buckets, 'epoch_ms(ts)')} AS bucket, count(*) ${reports} GROUP BY place, bucket`,
  );
  return crashCountsResult(await rows.getRowsJS(), buckets, values);
}

async function commonValues(connection: DuckDBConnection, value: string, reports: string): Promise<readonly string[]> {
  const rows = await connection.run(`SELECT d FROM (SELECT ${value} AS d ${reports}) WHERE d IS NOT NULL
    GROUP BY d ORDER BY count(*) DESC, d LIMIT ${MAX_CRASH_VALUES}`);
  return (await rows.getRowsJS()).map(([name]) => String(name));
}

function placeSql(value: string, values: readonly string[]): string {
  const places = values.map((name, place) => `WHEN ${value} = ${quoted(name)} THEN ${place}`).join(' ');
  return `CASE WHEN ${value} IS NULL THEN ${values.length + 1} ${places} ELSE ${values.length} END`;
}

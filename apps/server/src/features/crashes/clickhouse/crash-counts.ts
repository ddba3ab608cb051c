import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import { osLabel } from '../../../analytics/clickhouse/relations/os-label.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
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

const text = (column: string): string => `nullIf(CAST(${column} AS Nullable(String)), '')`;

const dimensions: Readonly<Record<CrashDimension, string>> = {
  exception: `nullIf(leftUTF8(CAST(exception_type AS Nullable(String)), ${MAX_CRASH_VALUE_LENGTH}), '')`,
  version: text('app_version'),
  device: text('device_model'),
  os: osLabel('crashes'),
  platform: text('platform'),
};

export async function crashCounts(reader: ClickhouseReader, params: CrashCountsParams): Promise<CrashCountsResult> {
  const { breakdown, platform, appVersion } = params;
  const buckets = crashCountBuckets(params);
  const conditions = [
    inRange(params),
    ...(platform === undefined ? [] : [`platform = ${quoted(platform)}`]),
    ...(appVersion === undefined ? [] : [`app_version = ${quoted(appVersion)}`]),
  ];
  const reports = `FROM ${visible('crashes')} WHERE ${conditions.join(' AND ')}`;
  const values = breakdown === undefined ? undefined : await commonValues(reader, dimensions[breakdown], reports);
  const place = breakdown === undefined || values === undefined ? '0' : placeSql(dimensions[breakdown], values);
  const rows = await reader.rows(
    `SELECT ${place} AS place, ${bucketIndexSql(buckets, 'ts_ms')} AS bucket, count() ${reports} GROUP BY place, bucket`,
  );
  return crashCountsResult(rows, buckets, values);
}

async function commonValues(reader: ClickhouseReader, value: string, reports: string): Promise<readonly string[]> {
  const rows = await reader.rows(`SELECT d FROM (SELECT ${value} AS d ${reports}) WHERE d IS NOT NULL
    GROUP BY d ORDER BY count() DESC, d LIMIT ${MAX_CRASH_VALUES}`);
  return rows.map(([name]) => String(name));
}

function placeSql(value: string, values: readonly string[]): string {
  const places = values.map((name, place) => `WHEN ${value} = ${quoted(name)} THEN ${place}`).join(' ');
  return `CASE WHEN ${value} IS NULL THEN ${values.length + 1} ${places} ELSE ${values.length} END`;
}

import { DAY_MS, HOUR_MS, parseFieldPath } from '@lamppost/protocol';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { ExperimentUnit } from '../experiment-store.ts';
import type { ExperimentStatisticsParams, MetricQuery } from '../queries/experiment-statistics.ts';

export interface MetricLines {
  readonly members: readonly string[];
  readonly select: string;
}

export const unitExpressions: Readonly<Record<ExperimentUnit, string>> = {
  auto: `multiIf(person_id IS NULL, NULL,
    user_id IS NOT NULL OR ifNull(person_id != coalesce(anonymous_id, device_id), true), 'user ' || person_id,
    anonymous_id IS NOT NULL, 'anonymous ' || person_id, 'device ' || person_id)`,
  device: 'device_id',
  user: 'user_id',
};

export const MS = 'toUnixTimestamp64Milli(timestamp)';

const time = (ms: number): string =>
  `toDateTime64('${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}', 3, 'UTC')`;

export const rangeSql = ({ fromMs, toMs }: ExperimentStatisticsParams, daysBefore = 0): string =>
  `timestamp >= ${time(fromMs - daysBefore * DAY_MS)} AND timestamp < ${time(toMs)}`;

export const isInWindow = (
  { conversionWindowHours }: Pick<MetricQuery, 'conversionWindowHours'>,
  since = 'since',
): string =>
  conversionWindowHours === null ? `${since} >= 0` : `${since} >= 0 AND ${since} < ${conversionWindowHours * HOUR_MS}`;

/** Text of a member of a JSON column; NULL when there is none. */
export const memberText = (column: string, ...keys: readonly string[]): string =>
  `JSONExtract(${[column, ...keys.map(quoted)].join(', ')}, 'Nullable(String)')`;

/** A property that is a number of JSON, and not too large to be squared and summed up. */
export function propertyValue(field: string): string {
  const readings = parseFieldPath(`event_properties.${field}`)?.readings ?? ([[field]] as const);
  const found = readings.map(
    (keys) => `nullIf(nullIf(JSONExtractRaw(properties, ${keys.map(quoted).join(', ')}), ''), 'null')`,
  );
  const number = `toFloat64OrNull(${found.length === 1 ? found[0] : `coalesce(${found.join(', ')})`})`;
  return `if(abs(${number}) <= 1e100, ${number}, NULL)`;
}

const spread = (sql: string): string => `if(count() > 1, ${sql}, NULL)`;

export const momentsSelect = (x: 'covariate' | 'denominator', more = ''): string =>
  `SELECT variant, count() AS units, ${more}avg(y) AS mean, ${spread('varSamp(y)')} AS variance,
  avg(x) AS ${x}_mean, ${spread('varSamp(x)')} AS ${x}_variance, ${spread('covarSamp(y, x)')} AS covariance
FROM unit_values GROUP BY variant ORDER BY variant`;

export const RATIO_SELECT = momentsSelect('denominator', 'sum(y) / nullIf(sum(x), 0) AS ratio,\n  ');

const probabilities: Readonly<Record<string, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };

/** Of rows `(variant, unit, v)`, of which those without a value do not count. */
export const quantileSelect = ({ metricType }: MetricQuery, rows: string): string =>
  `SELECT variant, uniqExact(unit) AS units, count() AS observations,
  arraySort(groupArray(v))[toUInt64(ceil(count() * ${probabilities[metricType] ?? 0.5} - 1e-9))] AS value
FROM (${rows}) WHERE v IS NOT NULL GROUP BY variant ORDER BY variant`;

import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import type { ExperimentUnit } from '../experiment-store.ts';
import type { ExperimentStatisticsParams, MetricQuery } from '../queries/experiment-statistics.ts';

export interface MetricLines {
  readonly members: readonly string[];
  readonly select: string;
}

export const unitExpressions: Readonly<Record<ExperimentUnit, string>> = {
  auto: `CASE WHEN person_id IS NULL THEN NULL
    WHEN user_id IS NOT NULL OR person_id IS DISTINCT FROM coalesce(anonymous_id, device_id) THEN 'user ' || person_id
    WHEN anonymous_id IS NOT NULL THEN 'anonymous ' || person_id ELSE 'device ' || person_id END`,
  device: 'device_id',
  user: 'user_id',
};

const time = (ms: number): string => `TIMESTAMP '${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}'`;

export const rangeSql = ({ fromMs, toMs }: ExperimentStatisticsParams, daysBefore = 0): string =>
  `timestamp >= ${time(fromMs - daysBefore * DAY_MS)} AND timestamp < ${time(toMs)}`;

export const isInWindow = (
  { conversionWindowHours }: Pick<MetricQuery, 'conversionWindowHours'>,
  since = 'since',
): string =>
  conversionWindowHours === null ? `${since} >= 0` : `${since} >= 0 AND ${since} < ${conversionWindowHours * HOUR_MS}`;

export const RATIO_SELECT = `SELECT variant, count(*) AS units, sum(y) / nullif(sum(x), 0) AS ratio,
  avg(y) AS mean, var_samp(y) AS variance,
  avg(x) AS denominator_mean, var_samp(x) AS denominator_variance, covar_samp(y, x) AS covariance
FROM unit_values GROUP BY variant ORDER BY variant`;

const probabilities: Readonly<Record<string, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };

export const quantileSelect = ({ metricType }: MetricQuery, from: string): string =>
  `SELECT variant, count(DISTINCT unit) AS units, count(*) AS observations,
  quantile_disc(value, ${probabilities[metricType] ?? 0.5}) AS value
FROM ${from} WHERE value IS NOT NULL GROUP BY variant ORDER BY variant`;

import { DAY_MS, isBuiltInMetric, SYSTEM_EVENTS } from '@lamppost/protocol';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import type { ExperimentStatisticsParams, MetricQuery } from '../queries/experiment-statistics.ts';
import { propertyNumber, usable } from './metric-contributions.ts';
import { ratioOfSessionsSql, startupSql } from './session-sql.ts';
import {
  isInWindow,
  type MetricLines,
  quantileSelect,
  RATIO_SELECT,
  rangeSql,
  unitExpressions,
} from './user-statement.ts';

/**
 * The statement that a user can run to get the same numbers: over the tables of users, and written to be read. What
 * the server runs itself is made for speed (see experiment-statistics.ts); tests hold the two against each other.
 */
export function metricSql(params: ExperimentStatisticsParams, metric: MetricQuery, cap: number | null): string {
  const lines = isBuiltInMetric(metric.eventName)
    ? metric.eventName === '$startup'
      ? startupSql(params, metric)
      : ratioOfSessionsSql(params, metric)
    : metric.metricType === 'ratio'
      ? ratioSql(params, metric)
      : ['p50', 'p95', 'p99'].includes(metric.metricType)
        ? quantileSql(params, metric)
        : meanSql(params, metric, cap);
  return `WITH ${[...unitsSql(params), ...lines.members].join(',\n')}\n${lines.select}`;
}

/** Members that end with `units (unit, variant, exposed_ms)`. */
function unitsSql(params: ExperimentStatisticsParams): readonly string[] {
  const { experimentKey: key, unit, variants } = params;
  const exposure = quoted(SYSTEM_EVENTS.experimentExposure);
  const assigned = `context->'experiment_assignments'->'${key}'`;
  return [
    `exposures AS (
  SELECT ${unitExpressions[unit]} AS unit, properties->>'variant_key' AS variant, epoch_ms(timestamp) AS ms, device_id
  FROM events WHERE ${rangeSql(params)}
    AND event_name = ${exposure} AND (properties->>'experiment_key') = ${quoted(key)})`,
    `carried AS (
  SELECT ${unitExpressions[unit]} AS unit,
    coalesce(context->'experiments'->>'${key}', ${assigned}->>'variant_key') AS variant, epoch_ms(timestamp) AS ms
  FROM events WHERE ${rangeSql(params)}
    AND event_name <> ${exposure} AND NOT starts_with(coalesce(sdk_name, ''), '@lamppost/')
    AND coalesce(${assigned}->>'subject_status', '') <> 'identity_changed')`,
    `units AS (
  SELECT unit, min(variant) AS variant, min(ms) AS exposed_ms
  FROM (SELECT unit, variant, ms FROM exposures UNION ALL SELECT unit, variant, ms FROM carried
    WHERE unit NOT IN (SELECT unit FROM exposures WHERE unit IS NOT NULL AND variant IS NOT NULL))
  WHERE unit IS NOT NULL AND variant IS NOT NULL
  GROUP BY unit HAVING count(DISTINCT variant) = 1 AND min(variant) IN (${variants.map(quoted).join(', ')}))`,
  ];
}

/** The events of these names, each with the milliseconds since its unit was exposed. */
function doneSql(params: ExperimentStatisticsParams, names: readonly string[], columns: string, days: number): string {
  return `done AS (
  SELECT units.unit, sent.ms - units.exposed_ms AS since, sent.* EXCLUDE (unit, ms)
  FROM (SELECT ${unitExpressions[params.unit]} AS unit, epoch_ms(timestamp) AS ms${columns}
    FROM events WHERE ${rangeSql(params, days)}
      AND event_name IN (${names.map(quoted).join(', ')})) AS sent
  JOIN units ON units.unit = sent.unit)`;
}

function meanSql(params: ExperimentStatisticsParams, metric: MetricQuery, cap: number | null): MetricLines {
  const { covariateDays } = params;
  const isOfField = metric.metricType === 'sum' || metric.metricType === 'average';
  const value = isOfField ? `, ${usable(propertyNumber('properties', metric.aggregationField ?? ''))} AS value` : '';
  const before = `since < 0 AND since >= ${-covariateDays * DAY_MS}`;
  const total = (condition: string): string => {
    if (metric.metricType === 'average') return `avg(value) FILTER (WHERE ${condition})`;
    if (metric.metricType === 'sum') return `coalesce(sum(value) FILTER (WHERE ${condition}), 0)`;
    const count = `count(*) FILTER (WHERE ${condition})`;
    return metric.metricType === 'count' ? count : `CASE WHEN ${count} > 0 THEN 1 ELSE 0 END`;
  };
  const lowered = (sql: string): string => (cap === null ? sql : `least(${sql}, ${cap})`);
  const isAverage = metric.metricType === 'average';
  const y = isAverage ? 'y' : 'coalesce(y, 0)';
  return {
    members: [
      doneSql(params, [metric.eventName], value, covariateDays),
      `totals AS (
  SELECT unit, ${total(isInWindow(metric))} AS y,
    ${covariateDays === 0 ? '0' : total(before)} AS x
  FROM done GROUP BY unit)`,
      `unit_values AS (
  SELECT units.variant, ${lowered(y)}::DOUBLE AS y, ${lowered('coalesce(x, 0)')}::DOUBLE AS x
  FROM units LEFT JOIN totals USING (unit)${isAverage ? ' WHERE y IS NOT NULL' : ''})`,
    ],
    select: `SELECT variant, count(*) AS units, avg(y) AS mean, var_samp(y) AS variance,
  avg(x) AS covariate_mean, var_samp(x) AS covariate_variance, covar_samp(y, x) AS covariance
FROM unit_values GROUP BY variant ORDER BY variant`,
  };
}

function ratioSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const below = metric.denominatorEvent ?? '';
  const side = (name: string, field: string | null): string =>
    `CASE WHEN event_name = ${quoted(name)} THEN ${field === null ? '1' : usable(propertyNumber('properties', field))} END`;
  const columns = `, ${side(metric.eventName, metric.aggregationField)} AS above,
      ${side(below, metric.denominatorField)} AS below`;
  return {
    members: [
      doneSql(params, [...new Set([metric.eventName, below])], columns, 0),
      `unit_values AS (
  SELECT units.variant, coalesce(sum(above), 0)::DOUBLE AS y, coalesce(sum(below), 0)::DOUBLE AS x
  FROM units LEFT JOIN (SELECT * FROM done WHERE ${isInWindow(metric)}) AS counted USING (unit)
  GROUP BY units.unit, units.variant)`,
    ],
    select: RATIO_SELECT,
  };
}

function quantileSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const value = `, ${usable(propertyNumber('properties', metric.aggregationField ?? ''))} AS value`;
  return {
    members: [doneSql(params, [metric.eventName], value, 0)],
    select: quantileSelect(
      metric,
      `(SELECT * FROM done WHERE ${isInWindow(metric)}) AS counted JOIN units USING (unit)`,
    ),
  };
}

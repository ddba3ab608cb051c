import { DAY_MS, isBuiltInMetric, SYSTEM_EVENTS } from '@lamppost/protocol';
import { quoted, texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { needsValue } from '../queries/computed-metrics.ts';
import type { ExperimentStatisticsParams, MetricQuery } from '../queries/experiment-statistics.ts';
import { OWN_SDK_PREFIX } from '../queries/exposed-units.ts';
import { ratioOfSessionsSql, startupSql } from './session-sql.ts';
import {
  isInWindow,
  type MetricLines,
  MS,
  memberText,
  momentsSelect,
  propertyValue,
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
  const assigned = (member: string): string => memberText('context', 'experiment_assignments', key, member);
  return [
    `exposures AS (
  SELECT ${unitExpressions[unit]} AS unit, ${memberText('properties', 'variant_key')} AS seen, ${MS} AS ms, device_id
  FROM events WHERE ${rangeSql(params)}
    AND event_name = ${exposure} AND ${memberText('properties', 'experiment_key')} = ${quoted(key)})`,
    `carried AS (
  SELECT ${unitExpressions[unit]} AS unit,
    coalesce(${memberText('context', 'experiments', key)}, ${assigned('variant_key')}) AS seen, ${MS} AS ms
  FROM events WHERE ${rangeSql(params)}
    AND event_name != ${exposure} AND NOT startsWith(ifNull(sdk_name, ''), '${OWN_SDK_PREFIX}')
    AND ifNull(${assigned('subject_status')}, '') != 'identity_changed')`,
    `units AS (
  SELECT unit, min(seen) AS variant, min(ms) AS exposed_ms
  FROM (SELECT unit, seen, ms FROM exposures UNION ALL SELECT unit, seen, ms FROM carried
    WHERE unit NOT IN (SELECT unit FROM exposures WHERE unit IS NOT NULL AND seen IS NOT NULL))
  WHERE unit IS NOT NULL AND seen IS NOT NULL
  GROUP BY unit HAVING uniqExact(seen) = 1 AND has(${texts(variants)}, min(seen)))`,
  ];
}

/** The events of these names, each with the milliseconds since its unit was exposed. */
function doneSql(
  params: ExperimentStatisticsParams,
  names: readonly string[],
  columns: Readonly<Record<string, string>>,
  days: number,
): string {
  const sent = Object.entries(columns).map(([name, sql]) => `, ${sql} AS ${name}`);
  const own = Object.keys(columns).map((name) => `, sent.${name} AS ${name}`);
  return `done AS (
  SELECT units.unit AS unit, units.variant AS variant, sent.ms - units.exposed_ms AS since${own.join('')}
  FROM (SELECT ${unitExpressions[params.unit]} AS unit, ${MS} AS ms${sent.join('')}
    FROM events WHERE ${rangeSql(params, days)}
      AND event_name IN (${names.map(quoted).join(', ')})) AS sent
  JOIN units ON units.unit = sent.unit)`;
}

function meanSql(params: ExperimentStatisticsParams, metric: MetricQuery, cap: number | null): MetricLines {
  const { covariateDays } = params;
  const value = needsValue(metric) ? { value: propertyValue(metric.aggregationField ?? '') } : {};
  const before = `since < 0 AND since >= ${-covariateDays * DAY_MS}`;
  const total = (condition: string): string => {
    if (metric.metricType === 'average') return `avgIf(value, ${condition})`;
    if (metric.metricType === 'sum') return `ifNull(sumIf(value, ${condition}), 0)`;
    const count = `countIf(${condition})`;
    return metric.metricType === 'count' ? count : `if(${count} > 0, 1, 0)`;
  };
  const lowered = (sql: string): string => (cap === null ? sql : `if(${sql} > ${cap}, ${cap}, ${sql})`);
  const isAverage = metric.metricType === 'average';
  const y = isAverage ? 'totals.done_y' : 'ifNull(totals.done_y, 0)';
  return {
    members: [
      doneSql(params, [metric.eventName], value, covariateDays),
      `totals AS (
  SELECT unit, ${total(isInWindow(metric))} AS done_y,
    ${covariateDays === 0 ? '0' : total(before)} AS done_x
  FROM done GROUP BY unit)`,
      `unit_values AS (
  SELECT units.variant AS variant, toFloat64(${lowered(y)}) AS y, toFloat64(${lowered('ifNull(totals.done_x, 0)')}) AS x
  FROM units LEFT JOIN totals ON totals.unit = units.unit${isAverage ? ' WHERE totals.done_y IS NOT NULL' : ''})`,
    ],
    select: momentsSelect('covariate'),
  };
}

function ratioSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  const below = metric.denominatorEvent ?? '';
  const side = (name: string, field: string | null): string =>
    `if(event_name = ${quoted(name)}, ${field === null ? '1' : propertyValue(field)}, NULL)`;
  return {
    members: [
      doneSql(
        params,
        [...new Set([metric.eventName, below])],
        { above: side(metric.eventName, metric.aggregationField), below: side(below, metric.denominatorField) },
        0,
      ),
      `unit_values AS (
  SELECT units.variant AS variant, toFloat64(ifNull(sum(counted.above), 0)) AS y, toFloat64(ifNull(sum(counted.below), 0)) AS x
  FROM units LEFT JOIN (SELECT * FROM done WHERE ${isInWindow(metric)}) AS counted ON counted.unit = units.unit
  GROUP BY units.unit, units.variant)`,
    ],
    select: RATIO_SELECT,
  };
}

function quantileSql(params: ExperimentStatisticsParams, metric: MetricQuery): MetricLines {
  return {
    members: [doneSql(params, [metric.eventName], { v: propertyValue(metric.aggregationField ?? '') }, 0)],
    select: quantileSelect(metric, `SELECT variant, unit, v FROM done WHERE ${isInWindow(metric)}`),
  };
}

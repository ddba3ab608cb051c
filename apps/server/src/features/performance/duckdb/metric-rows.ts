import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { osLabel } from '../../../analytics/duckdb/relations/os-label.ts';
import { anyHas } from '../../../analytics/duckdb/relations/text-search.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../edge/scope.ts';
import { type MetricKey, ShownNames } from '../queries/metric-values.ts';
import {
  MAX_METRIC_VALUES,
  type MetricDimension,
  type MetricFilter,
  type MetricRule,
  type MetricsParams,
  percentiles,
  ruleFor,
} from '../queries/performance.ts';

const MAX_VALUE_LENGTH = 200;
const text = (column: string): string => `nullif(${column}, '')`;

/** Every row has been checked on its way in; one without a name or a number counts for nothing. */
const HAS_VALUE = 'isfinite(value_ms) AND value_ms >= 0 AND metric_type IS NOT NULL AND metric_name IS NOT NULL';
export const IS_ERROR = '(is_error IS TRUE OR coalesce(status_code, 0) >= 400)';

export const inScopeSql = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID`;

export const betweenSql = (fromMs: number, toMs: number): string =>
  `ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)}`;

/** Of the device and app: what rows of events have too. */
export const placeFilterSql = ({ platform, appVersion }: MetricFilter): string =>
  [
    ...(platform === undefined ? [] : [`platform = ${quoted(platform)}`]),
    ...(appVersion === undefined ? [] : [`app_version = ${quoted(appVersion)}`]),
  ]
    .map((condition) => ` AND ${condition}`)
    .join('');

/** Rows of metrics that the query is about, in a range of their times. */
export function metricRows(params: MetricsParams, fromMs: number, toMs: number): string {
  const { metricType, metricName, search } = params.filter;
  const conditions = [
    inScopeSql(params.scope),
    betweenSql(fromMs, toMs),
    HAS_VALUE,
    ...(metricType === undefined ? [] : [`metric_type = ${quoted(metricType)}`]),
    ...(metricName === undefined ? [] : [`metric_name = ${quoted(metricName)}`]),
    ...(search === undefined ? [] : [anyHas({ short: ['metric_name'] }, search)]),
  ];
  return `FROM ${everywhere('metrics')} WHERE ${conditions.join(' AND ')}${placeFilterSql(params.filter)}`;
}

const pointer = (folder: string, key: string): string =>
  quoted(`/${folder}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);

/** The value of a dimension, for rows of metrics or of events; NULL where a row does not say it. */
export function dimensionSql(dimension: MetricDimension, table: 'metrics' | 'events'): string {
  const prefix = table === 'metrics' ? 'active_' : '';
  switch (dimension.kind) {
    case 'version':
      return text('app_version');
    case 'device':
      return text('device_model');
    case 'os':
      return osLabel(table);
    case 'network_type':
      return table === 'metrics' ? text('network_type') : 'NULL::VARCHAR';
    case 'flag':
      return keyedSql(pointer(`${prefix}flags`, dimension.key));
    case 'experiment':
      return keyedSql(pointer(`${prefix}experiments`, dimension.key));
    default:
      return text(dimension.kind);
  }
}

const keyedSql = (at: string): string => `left(json_extract_string(context, ${at}), ${MAX_VALUE_LENGTH})`;

export const isOneOf = (metrics: readonly MetricKey[]): string =>
  `(metric_type, metric_name) IN (${metrics
    .map(({ metricType, metricName }) => `(${quoted(metricType)}, ${quoted(metricName)})`)
    .join(', ')})`;

/**
 * A member of a WITH clause: known (k, t, n, line, ceiling, by_session), the metrics with what their rules say.
 * k is the place of a metric in the list: grouping by it costs half of what grouping by names does.
 */
export function knownMetrics(metrics: readonly MetricKey[], rules: readonly MetricRule[]): string {
  const rows = metrics.map(({ metricType, metricName }, place) => {
    const rule = ruleFor(rules, metricType, metricName);
    const { line, ceiling, rateOf, delayAbove } = rule ?? {};
    const facts = [line ?? 'NULL', ceiling ?? 'NULL', rateOf === 'sessions', delayAbove ?? 'NULL'];
    return `(${place}, ${quoted(metricType)}, ${quoted(metricName)}, ${facts.join(', ')})`;
  });
  return `known AS (SELECT col0::USMALLINT AS k, col1 AS t, col2 AS n, col3::DOUBLE AS line, col4::DOUBLE AS ceiling,
    col5 AS by_session, col6::DOUBLE AS delay_above FROM (VALUES ${rows.join(', ')}))`;
}

/** Rows of these metrics as `m`, each with its row of `known`. */
export const joinKnown = (rows: string): string =>
  `FROM (SELECT * ${rows}) AS m JOIN known ON m.metric_type = t AND m.metric_name = n`;

/** With the number of a row's value, from a column that holds it. */
export class ShownValues extends ShownNames {
  placeSql(column: string): string {
    const places = this.names.map((name, place) => `WHEN ${quoted(name)} THEN ${place}`).join(' ');
    const shown = this.names.length === 0 ? this.rest : `(CASE ${column} ${places} ELSE ${this.rest} END)`;
    return `CASE WHEN ${column} IS NULL THEN ${this.missing} ELSE ${shown} END`;
  }
}

/** Those with the most rows first. */
export async function shownValues(
  connection: DuckDBConnection,
  dimension: MetricDimension,
  rows: string,
): Promise<ShownValues> {
  const result = await connection.run(`SELECT d FROM (SELECT ${dimensionSql(dimension, 'metrics')} AS d ${rows})
    WHERE d IS NOT NULL GROUP BY d ORDER BY count(*) DESC, d LIMIT ${MAX_METRIC_VALUES}`);
  return new ShownValues((await result.getRowsJS()).map(([name]) => String(name)));
}

const SHARES = Object.values(percentiles).join(', ');

/** As percentilesOf reads it. */
export const percentilesSql = (column: string): string => `quantile_cont(${column}, [${SHARES}])`;

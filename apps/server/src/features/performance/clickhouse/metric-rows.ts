import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { jsonTextAt } from '../../../analytics/clickhouse/relations/json-value.ts';
import { osLabel } from '../../../analytics/clickhouse/relations/os-label.ts';
import { anyHas } from '../../../analytics/clickhouse/relations/text-search.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted, texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
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
const NO_TEXT = 'CAST(NULL AS Nullable(String))';
const text = (column: string): string => `nullIf(CAST(${column} AS Nullable(String)), '')`;

/** Every row has been checked on its way in; one without a name or a number counts for nothing. */
const HAS_VALUE = 'isFinite(value_ms) AND value_ms >= 0 AND metric_type IS NOT NULL AND metric_name IS NOT NULL';
export const IS_ERROR = '(ifNull(is_error, false) OR ifNull(status_code, 0) >= 400)';

export const between = (fromMs: number, toMs: number): string =>
  `ts_ms >= ${millis(fromMs)} AND ts_ms < ${millis(toMs)}`;

/** Of the device and app: what rows of events have too. */
export const placeFilter = ({ platform, appVersion }: MetricFilter): string =>
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
    inScope(params.scope),
    between(fromMs, toMs),
    HAS_VALUE,
    ...(metricType === undefined ? [] : [`metric_type = ${quoted(metricType)}`]),
    ...(metricName === undefined ? [] : [`metric_name = ${quoted(metricName)}`]),
    ...(search === undefined ? [] : [anyHas(['metric_name'], search)]),
  ];
  return `FROM ${visible('metrics')} WHERE ${conditions.join(' AND ')}${placeFilter(params.filter)}`;
}

/** The value of a dimension, for rows of metrics or of events; NULL where a row does not say it. */
export function dimensionSql(dimension: MetricDimension | undefined, table: 'metrics' | 'events'): string {
  if (dimension === undefined) return NO_TEXT;
  const prefix = table === 'metrics' ? 'active_' : '';
  switch (dimension.kind) {
    case 'version':
      return text('app_version');
    case 'device':
      return text('device_model');
    case 'os':
      return osLabel(table);
    case 'network_type':
      return table === 'metrics' ? text('network_type') : NO_TEXT;
    case 'flag':
    case 'experiment':
      return `leftUTF8(${jsonTextAt('context', [`${prefix}${dimension.kind}s`, dimension.key])}, ${MAX_VALUE_LENGTH})`;
    default:
      return text(dimension.kind);
  }
}

export const isOneOf = (metrics: readonly MetricKey[]): string =>
  `(assumeNotNull(metric_type), assumeNotNull(metric_name)) IN (${metrics
    .map(({ metricType, metricName }) => `(${quoted(metricType)}, ${quoted(metricName)})`)
    .join(', ')})`;

/**
 * Rows of these metrics, each with what its rule says as (k, line, ceiling, by_session, delay_above).
 * k is the place of a metric in the list: grouping by it costs less than grouping by names does.
 */
export function joinKnown(rows: string, metrics: readonly MetricKey[], rules: readonly MetricRule[]): string {
  const known = metrics.map(({ metricType, metricName }, place) => {
    const { line, ceiling, rateOf, delayAbove } = ruleFor(rules, metricType, metricName) ?? {};
    const facts = [line ?? 'NULL', ceiling ?? 'inf', rateOf === 'sessions', delayAbove ?? 'NULL'];
    return `(${place}, ${quoted(metricType)}, ${quoted(metricName)}, ${facts.join(', ')})`;
  });
  const columns = `'k UInt16, t String, n String, line Nullable(Float64), ceiling Float64, by_session Bool,
    delay_above Nullable(Float64)'`;
  return `FROM (SELECT * ${rows}) AS m JOIN values(${columns}, ${known.join(', ')}) AS known
    ON m.metric_type = known.t AND m.metric_name = known.n`;
}

/** With the number of a row's value, from a column that holds it. */
export class ShownValues extends ShownNames {
  placeSql(column: string): string {
    const places = this.names.map((_, place) => place).join(', ');
    const shown =
      this.names.length === 0
        ? this.rest
        : `transform(assumeNotNull(${column}), ${texts(this.names)}, [${places}], ${this.rest})`;
    return `toInt16(if(${column} IS NULL, ${this.missing}, ${shown}))`;
  }
}

/** Those with the most rows first. */
export async function shownValues(
  reader: ClickhouseReader,
  dimension: MetricDimension,
  rows: string,
): Promise<ShownValues> {
  const names = await reader.rows(`SELECT d FROM (SELECT ${dimensionSql(dimension, 'metrics')} AS d ${rows})
    WHERE d IS NOT NULL GROUP BY d ORDER BY count() DESC, d LIMIT ${MAX_METRIC_VALUES}`);
  return new ShownValues(names.map(([name]) => String(name)));
}

/**
 * As percentilesOf reads it. Interpolated as DuckDB does it: quantilesExactInclusive computes the same in another order,
 * and differs from it in the last digit.
 */
export function percentilesSql(column: string): string {
  const values = `arraySort(groupArray(${column}))`;
  const ranks = `arrayMap(share -> share * (length(${values}) - 1), [${Object.values(percentiles).join(', ')}])`;
  const at = (rank: string): string => `${values}[toUInt64(${rank}) + 1]`;
  return `arrayMap(rank -> if(rank = floor(rank), ${at('rank')},
    ${at('floor(rank)')} * (1 - (rank - floor(rank))) + ${at('ceil(rank)')} * (rank - floor(rank))), ${ranks})`;
}

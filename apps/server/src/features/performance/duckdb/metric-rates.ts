import type { DuckDBConnection } from '@duckdb/node-api';
import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { ALL, keyOf, type MetricKey } from '../queries/metric-values.ts';
import { type MetricsParams, ruleFor } from '../queries/performance.ts';
import type { Wholes } from '../queries/performance-summary-rows.ts';
import { betweenSql, dimensionSql, inScopeSql, placeFilterSql, type ShownValues } from './metric-rows.ts';

/** What the rates of these metrics are shares of, in a range of time. */
export async function wholesOf(
  connection: DuckDBConnection,
  params: MetricsParams,
  metrics: readonly MetricKey[],
  shown: ShownValues | undefined,
  [fromMs, toMs]: readonly [number, number],
): Promise<Wholes> {
  const rateOf = (metric: MetricKey) => ruleFor(params.rules, metric.metricType, metric.metricName)?.rateOf;
  const range = `${inScopeSql(params.scope)} AND ${betweenSql(fromMs, toMs)}`;
  const places = `${range}${placeFilterSql(params.filter)}`;
  const byPlace = async (rows: string, whole: string): Promise<ReadonlyMap<number, number>> => {
    const result = await connection.run(
      shown === undefined
        ? `SELECT ${ALL}, ${whole} FROM (${rows})`
        : `SELECT CASE WHEN grouping(place) = 1 THEN ${ALL} ELSE place END, ${whole}
          FROM (SELECT ${shown.placeSql('d')} AS place, * FROM (${rows})) GROUP BY GROUPING SETS ((), (place))`,
    );
    return new Map((await result.getRowsJS()).map(([place, count]) => [Number(place), Number(count)]));
  };
  const dimension = (table: 'metrics' | 'events'): string =>
    params.breakdown === undefined ? 'NULL::VARCHAR' : dimensionSql(params.breakdown, table);

  const frames = metrics.some((metric) => rateOf(metric) === 'frames')
    ? await byPlace(
        `SELECT ${dimension('metrics')} AS d, least(value_ms, 1e9) AS frames FROM ${everywhere('metrics')}
          WHERE ${places} AND metric_type = 'frames' AND metric_name = 'frame_summary'`,
        'coalesce(sum(frames), 0)',
      )
    : new Map<number, number>();
  const sessions = new Map<string, ReadonlyMap<number, number>>();
  for (const metric of metrics.filter((one) => rateOf(one) === 'sessions')) {
    // Where nothing can be reported, nothing was: a web page that never hangs must not make an app look better.
    const isReporting = `coalesce(platform, '') IN (SELECT coalesce(platform, '') FROM ${everywhere('metrics')}
      WHERE ${range} AND metric_type = ${quoted(metric.metricType)} AND metric_name = ${quoted(metric.metricName)})`;
    const of = (table: 'metrics' | 'events', more: string): string =>
      `SELECT ${dimension(table)} AS d, session_id FROM ${everywhere(table)}
        WHERE ${places} AND session_id <> '' AND ${isReporting}${more}`;
    const rows = `${of('metrics', '')} UNION ALL ${of('events', ` AND name = ${quoted(SYSTEM_EVENTS.sessionStart)}`)}`;
    sessions.set(keyOf(metric), await byPlace(rows, 'count(DISTINCT session_id)'));
  }
  return { frames, sessions };
}

import { SYSTEM_EVENTS } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { ALL, keyOf, type MetricKey } from '../queries/metric-values.ts';
import { type MetricsParams, ruleFor } from '../queries/performance.ts';
import type { Wholes } from '../queries/performance-summary-rows.ts';
import { between, dimensionSql, placeFilter, type ShownValues } from './metric-rows.ts';

/** Above what an honest number of frames can be. */
const MAX_FRAMES = 1e9;

/** What the rates of these metrics are shares of, in a range of time. */
export async function wholesOf(
  reader: ClickhouseReader,
  params: MetricsParams,
  metrics: readonly MetricKey[],
  shown: ShownValues | undefined,
  [fromMs, toMs]: readonly [number, number],
): Promise<Wholes> {
  const rateOf = (metric: MetricKey) => ruleFor(params.rules, metric.metricType, metric.metricName)?.rateOf;
  const range = `${inScope(params.scope)} AND ${between(fromMs, toMs)}`;
  const places = `${range}${placeFilter(params.filter)}`;
  const byPlace = async (rows: string, whole: string): Promise<ReadonlyMap<number, number>> => {
    const counted = await reader.rows(
      shown === undefined
        ? `SELECT ${ALL}, ${whole} FROM (${rows})`
        : `SELECT if(grouping(place) = 1, ${ALL}, place), ${whole}
          FROM (SELECT ${shown.placeSql('d')} AS place, * FROM (${rows})) GROUP BY GROUPING SETS ((), (place))`,
    );
    return new Map(counted.map(([place, count]) => [Number(place), Number(count)]));
  };

  const frames = metrics.some((metric) => rateOf(metric) === 'frames')
    ? await byPlace(
        `SELECT ${dimensionSql(params.breakdown, 'metrics')} AS d, least(ifNull(value_ms, ${MAX_FRAMES}), ${MAX_FRAMES}) AS frames
          FROM ${visible('metrics')} WHERE ${places} AND metric_type = 'frames' AND metric_name = 'frame_summary'`,
        'sum(frames)',
      )
    : new Map<number, number>();
  const sessions = new Map<string, ReadonlyMap<number, number>>();
  for (const metric of metrics.filter((one) => rateOf(one) === 'sessions')) {
    // Where nothing can be reported, nothing was: a web page that never hangs must not make an app look better.
    const isReporting = `ifNull(platform, '') IN (SELECT ifNull(platform, '') FROM ${visible('metrics')}
      WHERE ${range} AND metric_type = ${quoted(metric.metricType)} AND metric_name = ${quoted(metric.metricName)})`;
    const of = (table: 'metrics' | 'events', more: string): string =>
      `SELECT ${dimensionSql(params.breakdown, table)} AS d, session_id FROM ${visible(table)}
        WHERE ${places} AND session_id != '' AND ${isReporting}${more}`;
    const rows = `${of('metrics', '')} UNION ALL ${of('events', ` AND name = ${quoted(SYSTEM_EVENTS.sessionStart)}`)}`;
    sessions.set(keyOf(metric), await byPlace(rows, 'uniqExact(session_id)'));
  }
  return { frames, sessions };
}

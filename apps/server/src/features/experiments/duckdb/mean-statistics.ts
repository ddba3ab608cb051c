import type { DuckDBConnection } from '@duckdb/node-api';
import { DAY_MS } from '@lamppost/protocol';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { cumulatePoints } from '../cumulate-points.ts';
import type { MetricType } from '../experiment-store.ts';
import { type ComputedMetric, capQuantileOf, needsValue } from '../queries/computed-metrics.ts';
import type {
  ExperimentStatistics,
  GroupMoments,
  MetricQuery,
  UnitStatisticsParams,
} from '../queries/experiment-statistics.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { eventContributions, isCounted, propertyNumber } from './metric-contributions.ts';
import { capOf, momentsOfTotals } from './metric-totals.ts';
import { meanIncrements } from './point-increments.ts';
import { numberIn, rowsOf } from './statement-rows.ts';

/** What was found before metrics are computed, and what is asked of all of them. */
export interface MetricWork {
  readonly connection: DuckDBConnection;
  readonly params: UnitStatisticsParams;
  readonly exposures: ExperimentStatistics['exposures'];
  /** Undefined: no series is asked for. */
  readonly buckets: TimeBuckets | undefined;
}

/** Conversions, counts, sums and averages of one event, from one look at its rows. */
export async function meanStatistics(
  work: MetricWork,
  eventName: string,
  metrics: readonly MetricQuery[],
): Promise<readonly ComputedMetric<GroupMoments>[]> {
  const { connection, params, exposures, buckets } = work;
  const { covariateDays, capQuantile, breakdown } = params;
  const fields = [...new Set(metrics.flatMap(fieldOf))];
  const columnOf = (metric: MetricQuery): string => `v${fields.indexOf(metric.aggregationField ?? '')}`;
  const values = Object.fromEntries(fields.map((field, at) => [`v${at}`, propertyNumber('ev.properties', field)]));
  const table = 'totals';
  const columns = metrics.flatMap((metric, at) => totalsOf(metric, columnOf(metric), at, covariateDays));
  await connection.run(`CREATE TEMP TABLE ${table} AS SELECT id, variant, segment, ${columns.join(', ')}
    FROM (${eventContributions(params, [eventName], values, covariateDays, Object.keys(values))}) GROUP BY id, variant, segment`);
  const units = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const [rows] = await rowsOf(connection, `SELECT count(*) AS units FROM ${table}`);
  const computed: ComputedMetric<GroupMoments>[] = [];
  for (const [at, metric] of metrics.entries()) {
    const totals = { table, y: `y${at}`, x: `x${at}` };
    const isAverage = metric.metricType === 'average';
    const zeros = isAverage ? 0 : units - numberIn(rows, 'units');
    const quantile = capQuantileOf(metric, capQuantile);
    const cap = quantile === null ? null : await capOf(connection, totals, zeros, quantile);
    const found = await momentsOfTotals(connection, totals, cap, breakdown);
    const [ignored] = needsValue(metric)
      ? await rowsOf(connection, `SELECT sum(ignored${at}) AS ignored FROM ${table}`)
      : [];
    const contributions = `SELECT id, variant, ms, ${needsValue(metric) ? columnOf(metric) : 1} AS a,
      ${needsValue(metric) ? `CASE WHEN ${columnOf(metric)} IS NULL THEN 0 ELSE 1 END` : 1} AS b
      FROM (${eventContributions(params, [eventName], values, 0, Object.keys(values))}) WHERE ${isCounted(metric)}`;
    const running = { contributions, y: RUNNING[metric.metricType] ?? 'a', cap };
    computed.push({
      cap,
      ignoredValues: numberIn(ignored, 'ignored'),
      groups: isAverage ? found : withZeros(exposures, found),
      points:
        buckets === undefined
          ? []
          : cumulatePoints(
              await meanIncrements(connection, buckets, running, totals, isAverage),
              pointEnds(buckets, params.toMs),
              params.variants.length,
            ),
    });
  }
  await connection.run(`DROP TABLE ${table}`);
  return computed;
}

const fieldOf = (metric: MetricQuery): string[] => (needsValue(metric) ? [metric.aggregationField ?? ''] : []);

/** What a unit has so far, of its running sums. */
const RUNNING: Partial<Record<MetricType, string>> = {
  conversion: 'CASE WHEN b > 0 THEN 1.0 ELSE 0.0 END',
  count: 'b',
  sum: 'coalesce(a, 0)',
  average: 'a / nullif(b, 0)',
};

/** y, what the unit did, and x, what it had done before; NULL for an average without a value. */
function totalsOf(metric: MetricQuery, value: string, at: number, covariateDays: number): readonly string[] {
  const after = isCounted(metric);
  const before = `since < 0 AND since >= ${-covariateDays * DAY_MS}`;
  const total = (condition: string): string => {
    switch (metric.metricType) {
      case 'conversion':
        return `max(CASE WHEN ${condition} THEN 1.0::DOUBLE ELSE 0 END)`;
      case 'count':
        return `count(*) FILTER (${condition})::DOUBLE`;
      case 'average':
        return `avg(${value}) FILTER (${condition})`;
      default:
        return `coalesce(sum(${value}) FILTER (${condition}), 0)`;
    }
  };
  const x = covariateDays === 0 ? '0::DOUBLE' : `coalesce(${total(before)}, 0)`;
  const ignored = needsValue(metric) ? [`count(*) FILTER (${after} AND ${value} IS NULL) AS ignored${at}`] : [];
  return [`${total(after)} AS y${at}`, `${x} AS x${at}`, ...ignored];
}

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
import { type MetricSources, metricSources } from '../queries/metric-sources.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { eventContributions, eventSql, isCounted } from './metric-contributions.ts';
import { capsOf, momentsOfTotals } from './metric-totals.ts';
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

/** Conversions, counts, sums and averages, from one look at the rows of all their events. */
export async function meanStatistics(
  work: MetricWork,
  metrics: readonly MetricQuery[],
): Promise<readonly ComputedMetric<GroupMoments>[]> {
  const { connection, params, exposures, buckets } = work;
  const { covariateDays, capQuantile, breakdown } = params;
  const sources = metricSources(metrics, eventSql);
  const table = 'totals';
  const columns = metrics.flatMap((metric, at) => totalsOf(metric, sources, at, covariateDays));
  const all = eventContributions(params, sources.events, sources.columns, covariateDays, sources.values);
  await connection.run(`CREATE TEMP TABLE ${table} AS SELECT id, variant, segment, ${columns.join(', ')}
    FROM (${all}) GROUP BY id, variant, segment`);
  const exposed = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const ignored = metrics.map((metric, at) => `${needsValue(metric) ? `sum(ignored${at})` : '0'} AS ignored${at}`);
  const [counted] = await rowsOf(connection, `SELECT count(*) AS units, ${ignored.join(', ')} FROM ${table}`);
  const zeros = exposed - numberIn(counted, 'units');
  const caps = await capsOf(
    connection,
    table,
    metrics.map((metric, at) => ({
      y: `y${at}`,
      zeros: metric.metricType === 'average' ? 0 : zeros,
      quantile: capQuantileOf(metric, capQuantile),
    })),
  );
  const totals = metrics.map((_, at) => ({ y: `y${at}`, x: `x${at}`, cap: caps[at] ?? null }));
  const moments = await momentsOfTotals(connection, table, totals, breakdown);
  const computed: ComputedMetric<GroupMoments>[] = [];
  for (const [at, metric] of metrics.entries()) {
    const isAverage = metric.metricType === 'average';
    const [cap, found] = [caps[at] ?? null, moments[at] ?? []];
    computed.push({
      cap,
      ignoredValues: numberIn(counted, `ignored${at}`),
      groups: isAverage ? found : withZeros(exposures, found),
      points:
        buckets === undefined
          ? []
          : cumulatePoints(
              await meanIncrements(
                connection,
                buckets,
                { contributions: runningContributions(params, metric), y: RUNNING[metric.metricType] ?? 'a', cap },
                { table, x: `x${at}` },
                isAverage,
              ),
              pointEnds(buckets, params.toMs),
              params.variants.length,
            ),
    });
  }
  await connection.run(`DROP TABLE ${table}`);
  return computed;
}

/** `SELECT id, variant, ms, a, b`: what each event adds to the sum and to the number. */
function runningContributions(params: UnitStatisticsParams, metric: MetricQuery): string {
  const { events, columns, values, columnOf } = metricSources([metric], eventSql);
  const value = columnOf(metric);
  const [a, b] = needsValue(metric) ? [value, `CASE WHEN ${value} IS NULL THEN 0 ELSE 1 END`] : [1, 1];
  return `SELECT id, variant, ms, ${a} AS a, ${b} AS b
    FROM (${eventContributions(params, events, columns, 0, values)}) WHERE ${isCounted(metric)}`;
}

/** What a unit has so far, of its running sums. */
const RUNNING: Partial<Record<MetricType, string>> = {
  conversion: 'CASE WHEN b > 0 THEN 1.0 ELSE 0.0 END',
  count: 'b',
  sum: 'coalesce(a, 0)',
  average: 'a / nullif(b, 0)',
};

/** y, what the unit did, and x, what it had done before; NULL for an average without a value. */
function totalsOf(metric: MetricQuery, sources: MetricSources, at: number, covariateDays: number): readonly string[] {
  const value = sources.columnOf(metric);
  const after = `${sources.isOf(metric)} AND ${isCounted(metric)}`;
  const before = `${sources.isOf(metric)} AND since < 0 AND since >= ${-covariateDays * DAY_MS}`;
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

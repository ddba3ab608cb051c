import { cumulatePoints } from '../cumulate-points.ts';
import type { MetricType } from '../experiment-store.ts';
import { type ComputedMetric, capQuantileOf, needsValue } from '../queries/computed-metrics.ts';
import type { GroupMoments, MetricQuery, UnitStatisticsParams } from '../queries/experiment-statistics.ts';
import { metricSources } from '../queries/metric-sources.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { totalsOfCounts, totalsOfUnits } from './kept-totals.ts';
import { type MeanTotals, type MetricTotals, meanTotals, TimesOfMetrics } from './mean-totals.ts';
import { eventContributions, eventSql, isCounted } from './metric-contributions.ts';
import { countTotals } from './metric-totals.ts';
import type { MetricWork } from './metric-work.ts';
import { meanIncrements } from './point-increments.ts';
import { inHalves, withGroups } from './unit-keys.ts';
import { areFewTotals, groupTotals } from './unit-totals.ts';

type MeanMetric = ComputedMetric<GroupMoments>;

/**
 * Conversions, counts, sums and averages, from one look at the rows of all their events. Of many units, what they did is
 * written down and grouped for each event apart: the hash tables are smaller, and no metric is of two events.
 */
export async function meanStatistics(
  work: MetricWork,
  metrics: readonly MetricQuery[],
): Promise<readonly MeanMetric[]> {
  const { connection, params } = work;
  const { covariateDays } = params;
  const sources = metricSources(metrics, eventSql);
  const times = new TimesOfMetrics();
  const together = meanTotals(metrics, sources, times, { covariateDays, isOfOneSource: false });
  const events = eventContributions(params, sources.events, sources.columns, covariateDays, sources.values);
  const contributions = `SELECT ${['id', 'source', times.sql, ...sources.values].join(', ')}
    FROM (${events})`;
  if (areFewTotals(work, together.columns.length)) {
    return await statisticsOf(work, metrics, together, `(${contributions})`);
  }
  await connection.run(`CREATE TEMP TABLE contributions AS ${contributions}`);
  const computed = new Map<MetricQuery, MeanMetric>();
  for (const [place, eventName] of sources.events.entries()) {
    const own = metrics.filter((metric) => metric.eventName === eventName);
    const apart = meanTotals(own, sources, times, { covariateDays, isOfOneSource: true });
    const rows = inHalves(params, `(SELECT * FROM contributions WHERE source = ${place})`);
    const found = await statisticsOf(work, own, apart, rows);
    for (const [at, metric] of own.entries()) if (found[at] !== undefined) computed.set(metric, found[at]);
  }
  await connection.run('DROP TABLE contributions');
  return metrics.flatMap((metric) => computed.get(metric) ?? []);
}

async function statisticsOf(
  work: MetricWork,
  metrics: readonly MetricQuery[],
  totals: MeanTotals,
  contributions: string,
): Promise<readonly MeanMetric[]> {
  const { connection, params, exposures } = work;
  const table = 'totals';
  const kept = areCounts(work, metrics) ? totalsOfCounts(params) : totalsOfUnits(params);
  await groupTotals(
    work,
    `(SELECT ${['id', ...totals.counted].join(', ')} FROM ${contributions})`,
    totals.columns,
    kept.shaped,
  );
  const quantiles = metrics.map((metric) => capQuantileOf(metric, params.capQuantile));
  const exposed = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const asked = totals.metrics.map((metric, at) => ({ ...metric, quantile: quantiles[at] ?? null }));
  const counted = await countTotals(connection, kept.rows, asked, kept.units);
  const zeros = exposed - counted.units;
  const caps = await kept.capsOf(
    connection,
    kept.rows,
    asked.map(({ y, quantile }, at) => ({
      y,
      quantile,
      counted: counted.metrics[at],
      zeros: metrics[at]?.metricType === 'average' ? 0 : zeros,
    })),
  );
  const moments = await kept.momentsOf(
    connection,
    withGroups(params, kept.rows),
    totals.metrics.map(({ y, x }, at) => ({ y, x, cap: caps[at] ?? null })),
    params.breakdown,
  );
  const computed: MeanMetric[] = [];
  for (const [at, metric] of metrics.entries()) {
    const [cap, found] = [caps[at] ?? null, moments[at] ?? []];
    computed.push({
      cap,
      ignoredValues: counted.metrics[at]?.ignoredValues ?? 0,
      groups: metric.metricType === 'average' ? found : withZeros(exposures, found),
      points: await pointsOf(work, metric, { cap, table, totals: totals.metrics[at] }),
    });
  }
  await connection.run(`DROP TABLE ${table}`);
  return computed;
}

/** A series needs to know what each unit had. */
const areCounts = ({ buckets }: MetricWork, metrics: readonly MetricQuery[]): boolean =>
  buckets === undefined && metrics.every(({ metricType }) => metricType === 'conversion' || metricType === 'count');

async function pointsOf(
  { connection, params, buckets }: MetricWork,
  metric: MetricQuery,
  {
    cap,
    table,
    totals,
  }: { readonly cap: number | null; readonly table: string; readonly totals: MetricTotals | undefined },
): Promise<MeanMetric['points']> {
  if (buckets === undefined) return [];
  const increments = await meanIncrements(
    connection,
    buckets,
    { contributions: runningContributions(params, metric), y: RUNNING[metric.metricType] ?? 'a', cap },
    { table, x: totals?.x ?? '0' },
    metric.metricType === 'average',
  );
  return cumulatePoints(increments, pointEnds(buckets, params.toMs), params.variants.length);
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

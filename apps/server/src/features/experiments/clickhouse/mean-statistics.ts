import { DAY_MS } from '@lamppost/protocol';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { cumulatePoints, type Increment } from '../cumulate-points.ts';
import type { MetricType } from '../experiment-store.ts';
import { capRank } from '../queries/cap-rank.ts';
import { type ComputedMetric, capQuantileOf, needsValue } from '../queries/computed-metrics.ts';
import type { GroupMoments, MetricQuery } from '../queries/experiment-statistics.ts';
import { type MetricSources, metricSources } from '../queries/metric-sources.ts';
import { pointEnds } from '../queries/statistics-series.ts';
import { withZeros } from '../with-zeros.ts';
import { eventContributions, eventSql, isCounted } from './metric-contributions.ts';
import { capped, momentColumns, momentsIn } from './metric-totals.ts';
import type { MetricWork } from './metric-work.ts';
import { meanIncrements, type RunningMean } from './point-increments.ts';
import { byGroup, numberIn, numberOrNull } from './statement-rows.ts';

/** Conversions, counts, sums and averages, from one look at the rows of all their events. */
export async function meanStatistics(
  work: MetricWork,
  metrics: readonly MetricQuery[],
): Promise<readonly ComputedMetric<GroupMoments>[]> {
  const { reader, params, exposures, buckets } = work;
  const { covariateDays, breakdown } = params;
  const sources = metricSources(metrics, eventSql);
  const columns = metrics.flatMap((metric, at) => totalsOf(metric, sources, at, covariateDays));
  const totals = `(SELECT id, variant, segment, ${columns.join(', ')}
    FROM (${eventContributions(work, sources.events, sources.columns, covariateDays)}) GROUP BY id, variant, segment)`;
  const caps = await capsOf(work, totals, metrics);
  const { segment, groupBy } = byGroup(breakdown);
  const moments = metrics.map((_, at) =>
    momentColumns(capped(`y${at}`, caps[at] ?? null), capped(`x${at}`, caps[at] ?? null), at),
  );
  const ignored = metrics.map((_, at) => `sum(ignored${at}) AS ignored_${at}`);
  const rows = await reader.objects(
    `SELECT variant, ${[segment, ...moments, ...ignored].join(', ')} FROM ${totals} ${groupBy}`,
  );
  const wholes = rows.filter((row) => row.segment_or_all === null);
  const computed: ComputedMetric<GroupMoments>[] = [];
  for (const [at, metric] of metrics.entries()) {
    const cap = caps[at] ?? null;
    const isAverage = metric.metricType === 'average';
    const found = momentsIn(rows, at);
    computed.push({
      cap,
      ignoredValues: wholes.reduce((sum, row) => sum + numberIn(row, `ignored_${at}`), 0),
      groups: isAverage ? found : withZeros(exposures, found),
      points:
        buckets === undefined
          ? []
          : cumulatePoints(
              await increments(work, buckets, {
                contributions: runningContributions(work, metric),
                total: RUNNING[metric.metricType] ?? ((a) => a),
                cap,
                isOverUnitsWithValue: isAverage,
              }),
              pointEnds(buckets, params.toMs),
              params.variants.length,
            ),
    });
  }
  return computed;
}

async function increments(work: MetricWork, buckets: TimeBuckets, metric: RunningMean): Promise<readonly Increment[]> {
  const moved = await meanIncrements(work, buckets, metric);
  return metric.isOverUnitsWithValue ? moved : [...moved, ...(await work.entering(buckets))];
}

function runningContributions(work: MetricWork, metric: MetricQuery): string {
  const { covariateDays } = work.params;
  const { events, columns, columnOf } = metricSources([metric], eventSql);
  return `SELECT id, variant, since, ms, ${valuesOf(metric, columnOf(metric))}
    FROM (${eventContributions(work, events, columns, covariateDays)})
    WHERE ${isCounted(metric)} OR (${isBefore(covariateDays)})`;
}

/** What a thing that counts adds: `a` to the sum, `b` to the number. */
const valuesOf = (metric: MetricQuery, column: string): string =>
  needsValue(metric) ? `${column} AS a, ${column} IS NOT NULL AS b` : '1 AS a, 1 AS b';

const isBefore = (covariateDays: number): string => `since < 0 AND since >= ${-covariateDays * DAY_MS}`;

/** What a unit has so far, of its sums. */
const RUNNING: Partial<Record<MetricType, RunningMean['total']>> = {
  conversion: (_, b) => `toFloat64(${b} > 0)`,
  count: (_, b) => b,
  sum: (a) => a,
  average: (a, b) => `${a} / nullIf(${b}, 0)`,
};

/** y, what the unit did, and x, what it had done before; y is NULL for an average without a value. */
function totalsOf(metric: MetricQuery, sources: MetricSources, at: number, covariateDays: number): readonly string[] {
  const value = sources.columnOf(metric);
  const after = `${sources.isOf(metric)} AND ${isCounted(metric)}`;
  const before = `${sources.isOf(metric)} AND ${isBefore(covariateDays)}`;
  const total = (condition: string): string => {
    switch (metric.metricType) {
      case 'conversion':
        return `toFloat64(max(${condition}))`;
      case 'count':
        return `toFloat64(countIf(${condition}))`;
      case 'average':
        return `avgIf(${value}, ${condition})`;
      default:
        return `ifNull(sumIf(${value}, ${condition}), 0)`;
    }
  };
  const x = covariateDays === 0 ? 'toFloat64(0)' : `ifNull(${total(before)}, 0)`;
  const ignored = needsValue(metric) ? `countIf(${after} AND ${value} IS NULL)` : '0';
  return [`${total(after)} AS y${at}`, `${x} AS x${at}`, `${ignored} AS ignored${at}`];
}

/** What totals are lowered to, for each metric: first how many totals there are, then the one at the rank of the cap. */
async function capsOf(
  { reader, params, exposures }: MetricWork,
  totals: string,
  metrics: readonly MetricQuery[],
): Promise<readonly (number | null)[]> {
  const quantiles = metrics.map((metric) => capQuantileOf(metric, params.capQuantile));
  if (quantiles.every((quantile) => quantile === null)) return quantiles;
  const counts = metrics.map(
    (_, at) =>
      `count(y${at}) AS units_${at}, countIf(y${at} < 0) AS negative_${at}, countIf(y${at} <= 0) AS not_positive_${at}`,
  );
  const [row] = await reader.objects(`SELECT count() AS units, ${counts.join(', ')} FROM ${totals}`);
  const exposed = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const wanted = metrics.flatMap((metric, at) => {
    const quantile = quantiles[at] ?? null;
    if (quantile === null) return [];
    const units = numberIn(row, `units_${at}`);
    const known = {
      units,
      negative: numberIn(row, `negative_${at}`),
      notPositive: numberIn(row, `not_positive_${at}`),
    };
    const zeros = metric.metricType === 'average' ? 0 : exposed - numberIn(row, 'units');
    const rank = capRank(known, zeros, quantile);
    return rank === null ? [] : [`quantileExact(${(rank - 0.5) / units})(y${at}) AS cap_${at}`];
  });
  const [caps] = wanted.length === 0 ? [] : await reader.objects(`SELECT ${wanted.join(', ')} FROM ${totals}`);
  return metrics.map((_, at) => numberOrNull(caps, `cap_${at}`));
}

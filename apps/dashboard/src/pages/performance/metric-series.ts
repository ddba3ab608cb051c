import type { TimeSeries } from '../../charts/time-chart/time-series.ts';
import type { Metric } from './metric-words.ts';

export type MetricPoint = NonNullable<Metric['series']>[number];
export type Percentile = 'p50' | 'p75' | 'p95';

/** The buckets of several series. Those without any value are left out by the API: they are put back, as gaps. */
export function bucketTimes(series: readonly (readonly Pick<MetricPoint, 'at'>[])[]): readonly number[] {
  const seen = [...new Set(series.flat().map(({ at }) => Date.parse(at)))].sort((a, b) => a - b);
  const widths = seen.slice(1).map((ms, at) => ms - (seen[at] ?? ms));
  const width = Math.min(...widths);
  if (!Number.isFinite(width) || width <= 0) return seen;
  const times: number[] = [];
  for (const ms of seen) {
    const last = times.at(-1);
    // Days may be an hour longer than others; only what lacks a whole bucket is a gap.
    if (last !== undefined) for (let gap = last + width; gap < ms - width / 2; gap += width) times.push(gap);
    times.push(ms);
  }
  return times;
}

export function percentileSeries(
  times: readonly number[],
  points: readonly MetricPoint[],
  percentiles: readonly Percentile[],
): readonly TimeSeries[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
  return percentiles.map((name) => ({ name, values: times.map((ms) => byTime.get(ms)?.[name] ?? null) }));
}

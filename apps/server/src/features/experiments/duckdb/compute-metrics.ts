import type { GroupMoments, GroupQuantile, MetricQuery, MetricStatistics } from '../queries/experiment-statistics.ts';
import { type ComputedMetric, type MetricWork, meanStatistics } from './mean-statistics.ts';
import { quantileStatistics } from './quantile-statistics.ts';
import { ratioStatistics } from './ratio-statistics.ts';

export type ComputedStatistics =
  | ({ readonly kind: 'mean' | 'ratio' } & ComputedMetric<GroupMoments>)
  | ({ readonly kind: 'quantile' } & ComputedMetric<GroupQuantile>);

/** Metrics that can share a look do; they come back in the order in which they were asked for. */
export async function computeMetrics(work: MetricWork): Promise<readonly ComputedStatistics[]> {
  const { metrics } = work.params;
  const computed: ComputedStatistics[] = [];
  const looks = new Map<string, number[]>();
  for (const [at, metric] of metrics.entries()) {
    const look = lookOf(metric, at);
    looks.set(look, [...(looks.get(look) ?? []), at]);
  }
  for (const places of looks.values()) {
    const asked = places.flatMap((at) => metrics[at] ?? []);
    const [first, ...others] = asked;
    if (first === undefined) continue;
    const results = await resultsOf(work, [first, ...others]);
    for (const [index, at] of places.entries()) {
      const result = results[index];
      if (result !== undefined) computed[at] = result;
    }
  }
  return computed;
}

async function resultsOf(
  work: MetricWork,
  metrics: readonly [MetricQuery, ...MetricQuery[]],
): Promise<ComputedStatistics[]> {
  const [first] = metrics;
  switch (kindOf(first)) {
    case 'ratio':
      return [{ kind: 'ratio', ...(await ratioStatistics(work, first)) }];
    case 'quantile':
      return (await quantileStatistics(work, metrics)).map((result) => ({ kind: 'quantile', ...result }));
    case 'mean':
      return (await meanStatistics(work, first.eventName, metrics)).map((result) => ({ kind: 'mean', ...result }));
  }
}

function kindOf({ metricType }: MetricQuery): MetricStatistics['kind'] {
  if (metricType === 'ratio') return 'ratio';
  return metricType === 'p50' || metricType === 'p95' || metricType === 'p99' ? 'quantile' : 'mean';
}

function lookOf(metric: MetricQuery, at: number): string {
  if (metric.metricType === 'ratio') return `ratio ${at}`;
  const kind = kindOf(metric);
  const { eventName, aggregationField, conversionWindowHours } = metric;
  return JSON.stringify(
    kind === 'mean' ? [kind, eventName] : [kind, eventName, aggregationField, conversionWindowHours],
  );
}

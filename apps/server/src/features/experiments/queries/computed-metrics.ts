import type { MetricType } from '../experiment-store.ts';
import type {
  GroupMoments,
  GroupQuantile,
  MetricQuery,
  MetricStatistics,
  StatisticsPoint,
} from './experiment-statistics.ts';

export interface ComputedMetric<Group> {
  readonly cap: number | null;
  readonly ignoredValues: number;
  readonly groups: readonly Group[];
  readonly points: readonly StatisticsPoint<Group>[];
}

export type ComputedStatistics =
  | ({ readonly kind: 'mean' | 'ratio' } & ComputedMetric<GroupMoments>)
  | ({ readonly kind: 'quantile' } & ComputedMetric<GroupQuantile>);

/** How an engine computes metrics that share a look at the rows. */
export interface MetricEngine {
  means(metrics: readonly MetricQuery[]): Promise<readonly ComputedMetric<GroupMoments>[]>;
  ratio(metric: MetricQuery): Promise<ComputedMetric<GroupMoments>>;
  quantiles(metrics: readonly [MetricQuery, ...MetricQuery[]]): Promise<readonly ComputedMetric<GroupQuantile>[]>;
}

/** Metrics that can share a look do; they come back in the order in which they were asked for. */
export async function computeInLooks(
  metrics: readonly MetricQuery[],
  engine: MetricEngine,
): Promise<readonly ComputedStatistics[]> {
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
    const results = await resultsOf(engine, [first, ...others]);
    for (const [index, at] of places.entries()) {
      const result = results[index];
      if (result !== undefined) computed[at] = result;
    }
  }
  return computed;
}

async function resultsOf(
  engine: MetricEngine,
  metrics: readonly [MetricQuery, ...MetricQuery[]],
): Promise<ComputedStatistics[]> {
  const [first] = metrics;
  switch (kindOf(first)) {
    case 'ratio':
      return [{ kind: 'ratio', ...(await engine.ratio(first)) }];
    case 'quantile':
      return (await engine.quantiles(metrics)).map((result) => ({ kind: 'quantile', ...result }));
    case 'mean':
      return (await engine.means(metrics)).map((result) => ({ kind: 'mean', ...result }));
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
  return kind === 'mean' ? kind : JSON.stringify([kind, eventName, aggregationField, conversionWindowHours]);
}

export const needsValue = ({ metricType }: MetricQuery): boolean => metricType === 'sum' || metricType === 'average';

const CAPPED: ReadonlySet<MetricType> = new Set<MetricType>(['count', 'sum', 'average']);

/** The quantile of units that totals are lowered to; null: they are not. */
export const capQuantileOf = ({ metricType }: MetricQuery, quantile: number | null): number | null =>
  CAPPED.has(metricType) ? quantile : null;

/** Whether somebody of the units did what is counted. */
export const hasUnits = ({ kind, groups }: ComputedStatistics): boolean =>
  kind === 'quantile' ? groups.length > 0 : groups.some((group) => 'y' in group && group.y.mean !== 0);

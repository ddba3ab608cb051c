import type { GroupMoments, StatisticsPoint } from './queries/experiment-statistics.ts';

/** What one stretch of time adds to the sums of a variant. */
export interface Increment {
  readonly variant: number;
  readonly point: number;
  readonly units: number;
  readonly y: number;
  readonly x: number;
  readonly yy: number;
  readonly xx: number;
  readonly yx: number;
}

type Sums = Record<'units' | 'y' | 'x' | 'yy' | 'xx' | 'yx', number>;
const sumsOf = ['units', 'y', 'x', 'yy', 'xx', 'yx'] as const;

/** Moments of each variant up to each point of time. */
export function cumulatePoints(
  increments: readonly Increment[],
  endsMs: readonly number[],
  variants: number,
): StatisticsPoint<GroupMoments>[] {
  const sums: Sums[] = Array.from({ length: variants }, () => ({ units: 0, y: 0, x: 0, yy: 0, xx: 0, yx: 0 }));
  return endsMs.map((untilMs, point) => {
    for (const increment of increments) {
      if (increment.point !== point) continue;
      const sum = sums[increment.variant];
      if (sum !== undefined) for (const name of sumsOf) sum[name] += increment[name];
    }
    return { untilMs, groups: sums.map(momentsOf) };
  });
}

function momentsOf({ units, y, x, yy, xx, yx }: Sums, variant: number): GroupMoments {
  const means = units === 0 ? { y: 0, x: 0 } : { y: y / units, x: x / units };
  const spread = (products: number, a: number, b: number): number =>
    units < 2 ? 0 : (products - units * a * b) / (units - 1);
  return {
    variant,
    segment: null,
    units,
    y: { mean: means.y, variance: Math.max(0, spread(yy, means.y, means.y)) },
    x: { mean: means.x, variance: Math.max(0, spread(xx, means.x, means.x)) },
    covariance: spread(yx, means.y, means.x),
  };
}

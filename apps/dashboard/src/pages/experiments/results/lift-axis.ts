import type { CSSProperties } from 'react';
import type { Interval } from '../../../charts/interval.ts';
import { type IntervalAxis, intervalAxis } from '../../../charts/interval-axis.ts';
import type { MetricResult, VariantResult } from './results.ts';

/** A relative lift on the axis, in percent; null where there is none. */
export function liftInterval(name: string, metric: MetricResult, { interval, lift_rel }: VariantResult): Interval {
  return {
    name,
    low: interval === null ? null : interval[0] * 100,
    high: interval === null ? null : interval[1] * 100,
    estimate: lift_rel === null ? null : lift_rel * 100,
    good: metric.direction === 'increase' ? 'up' : 'down',
  };
}

/** An interval that is so many times as wide as the narrowest primary one runs out of the axis. */
const MAX_WIDTHS = 4;

/**
 * One axis for all metrics. It holds the primary ones whole; a metric that knows almost nothing must not press them
 * together, so it is cut off with an arrow.
 */
export function liftAxis(metrics: readonly MetricResult[], maxTicks: number): IntervalAxis {
  const all = intervalsOf(metrics);
  const primary = intervalsOf(metrics.filter(({ is_primary }) => is_primary));
  const shown = primary.length === 0 ? all : primary;
  const reach = Math.max(...shown.flatMap(({ low, high }) => [Math.abs(low ?? 0), Math.abs(high ?? 0)]), 0);
  const widest = Math.max(...all.flatMap(({ low, high }) => [Math.abs(low ?? 0), Math.abs(high ?? 0)]), 0);
  if (reach === 0 || widest <= reach * MAX_WIDTHS) return intervalAxis(all, undefined, maxTicks);
  const limit = reach * MAX_WIDTHS;
  const cut = all.map((interval) => ({
    ...interval,
    low: interval.low === null ? null : clamp(interval.low, limit),
    high: interval.high === null ? null : clamp(interval.high, limit),
  }));
  return intervalAxis(cut, undefined, maxTicks);
}

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

const intervalsOf = (metrics: readonly MetricResult[]): Interval[] =>
  metrics.flatMap((metric) =>
    metric.variants
      .filter(({ decision }) => decision !== 'control')
      .map((variant) => liftInterval(variant.variant_key, metric, variant))
      .filter(({ low }) => low !== null),
  );

/** Where zero is in a cell with the axis, for the line that runs through all rows. */
export const zeroLine = ([low, high]: readonly [number, number]): CSSProperties =>
  ({ '--zero': (0 - low) / (high - low) }) as CSSProperties;

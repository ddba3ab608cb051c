import type { MetricRate, Percentiles } from './queries/performance.ts';
import type { RateThreshold, WellKnownThreshold } from './well-known-thresholds.ts';

export type Rating = 'good' | 'needs_work' | 'poor';

/**
 * With two lines: good up to the first, poor above the second. With one: good when the percentile keeps to it, poor when
 * even the 75th percentile does not.
 */
export function rateValues(line: WellKnownThreshold, values: Percentiles): Rating {
  if (values[line.at] <= line.good) return 'good';
  if (line.poor === undefined) return values.p75 <= line.good ? 'needs_work' : 'poor';
  return values[line.at] <= line.poor ? 'needs_work' : 'poor';
}

/** Good up to the first line, poor above the second. */
export function rateShare(
  line: RateThreshold,
  { part, whole }: Pick<MetricRate, 'part' | 'whole'>,
): Rating | undefined {
  if (whole === 0) return undefined;
  // Multiplied instead of divided, so that a share of exactly the line is not above it.
  if (part * 100 > line.poor * whole) return 'poor';
  return part * 100 > line.good * whole ? 'needs_work' : 'good';
}

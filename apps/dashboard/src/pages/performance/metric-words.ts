import type { Wire } from '@lamppost/protocol';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatPercent, formatShortNumber, NO_VALUE } from '../../design/format/format-number.ts';
import type { Tone } from '../../design/primitives/status-badge.tsx';

export type Metric = Wire['PerformanceSummaryRow'];
export type MetricUnit = Metric['unit'];
type Rating = NonNullable<Metric['rating']>;

const names: Readonly<Record<string, string>> = {
  cold_start: 'Cold start',
  warm_start: 'Warm start',
  hot_start: 'Hot start',
  slow_frame: 'Slow frames',
  frozen_frame: 'Frozen frames',
  frame_summary: 'Frames drawn',
  anr_detected: 'Hangs',
  anr_recovered: 'Recovered hangs',
  stall: 'Long tasks',
  memory_usage: 'Memory in use',
  memory_warning: 'Memory warnings',
  LCP: 'Largest contentful paint',
  INP: 'Interaction to next paint',
  CLS: 'Cumulative layout shift',
  FCP: 'First contentful paint',
  TTFB: 'Time to first byte',
  dns_lookup: 'DNS lookups',
  tls_handshake: 'TLS handshakes',
};

export const metricTitle = (name: string): string => names[name] ?? name;

const SPACE = '\u202f';

/** A value in the unit of its metric: not everything is milliseconds. */
export function formatMetric(value: number | null | undefined, unit: MetricUnit): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_VALUE;
  if (unit === 'ms') return formatDuration(value);
  if (unit === 'score') return value.toLocaleString('en', { maximumFractionDigits: 3 });
  if (unit === 'count') return formatShortNumber(value);
  return value >= 1024 ? `${formatShortNumber(value / 1024)}${SPACE}GB` : `${formatShortNumber(value)}${SPACE}MB`;
}

export const unitWords: Readonly<Record<MetricUnit, string>> = {
  ms: 'time',
  mb: 'megabytes',
  count: 'frames',
  score: 'score without a unit',
};

const ratings: Readonly<Record<Rating, { readonly tone: Tone; readonly text: string }>> = {
  good: { tone: 'good', text: 'Good' },
  needs_work: { tone: 'warn', text: 'Needs improvement' },
  poor: { tone: 'bad', text: 'Poor' },
};

export const ratingOf = (rating: Metric['rating']) => (rating === null ? undefined : ratings[rating]);

/** The percentile that stands for a metric: the one its rating looks at, so that number and word do not contradict. */
export function mainPercentile({ line, p75, p95 }: Pick<Metric, 'line' | 'p75' | 'p95'>) {
  return line?.percentile === 'p75' ? ({ name: 'p75', value: p75 } as const) : ({ name: 'p95', value: p95 } as const);
}

type Judged = Pick<Metric, 'rating' | 'line' | 'unit' | 'rate' | 'p75' | 'p95' | 'over_line_rate'>;

/** How the metric does against its well-known line, in one sentence; undefined when there is no line. */
export function verdict({ rating, line, unit, rate, p75, p95, over_line_rate }: Judged): string | undefined {
  if (line === null || rating === null) return undefined;
  const word = ratings[rating].text;
  if (rate !== null && line.good_rate_percent !== null) {
    const poor = line.rate_percent === null ? '' : `, poor above ${percent(line.rate_percent)}`;
    return `${word}: ${percent(rate.percent)} of ${rate.of}; good is at most ${percent(line.good_rate_percent)}${poor}.`;
  }
  if (line.value === null || line.percentile === null) return undefined;
  const measured = mainPercentile({ line, p75, p95 }).value;
  const over = over_line_rate === null ? '' : ` ${percent(over_line_rate)} of values are above it.`;
  const poor = line.poor === null ? '' : `, poor is above ${formatMetric(line.poor, unit)}`;
  return `${word}: ${line.percentile} is ${formatMetric(measured, unit)}; good is at most ${formatMetric(line.value, unit)}${poor}.${over}`;
}

const percent = (value: number): string => formatPercent(value);

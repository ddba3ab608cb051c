import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../design/format/format-number.ts';
import type { Tone } from '../../design/primitives/status-badge.tsx';
import { formatMeasure as formatMetric } from '../../insights/features/format-measure.ts';

export { formatMeasure as formatMetric } from '../../insights/features/format-measure.ts';
export { metricTitle } from '../../insights/features/metric-title.ts';

export type Metric = Wire['PerformanceSummaryRow'];
export type MetricUnit = Metric['unit'];
type Rating = NonNullable<Metric['rating']>;

export const unitWords: Readonly<Record<MetricUnit, string>> = {
  ms: 'milliseconds',
  mb: 'megabytes',
  count: 'frames',
  score: 'none',
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
  const over = over_line_rate === null ? '' : ` ${percent(over_line_rate)} of values are above the threshold.`;
  const poor = line.poor === null ? '' : `, poor is above ${formatMetric(line.poor, unit)}`;
  return `${word}: ${line.percentile} is ${formatMetric(measured, unit)}; good is at most ${formatMetric(line.value, unit)}${poor}.${over}`;
}

const percent = (value: number): string => formatPercent(value);

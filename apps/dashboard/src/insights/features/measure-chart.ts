import type { MeasureSeries, Wire } from '@lamppost/protocol';
import { bucketWidth } from '../../charts/time-chart/describe-bucket.ts';
import type { ReferenceLine, TimeSeries } from '../../charts/time-chart/time-series.ts';
import { countryName } from '../country-name.ts';
import type { MeasureInsight } from './feature-insight.ts';
import { formatMeasure } from './format-measure.ts';
import { metricTitle } from './metric-title.ts';

export interface MeasureChart {
  readonly unit: MeasureSeries['unit'];
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly references: readonly ReferenceLine[];
  readonly isLastIncomplete: boolean;
  /** Names of what cannot stand on the same axis. */
  readonly others: readonly string[];
}

/** The name of a series as it is shown: metrics by the words for them, countries by name. */
export function nameOfSeries({ kind, breakdown }: MeasureInsight, { name }: MeasureSeries): string {
  if (breakdown === 'country') return countryName(name);
  return kind === 'performance' && breakdown === null ? metricTitle(name) : name;
}

/** Lines over time, all in the unit that most of them have. */
export function measureChart(insight: MeasureInsight, { series, toIso }: Wire['MeasureResult']): MeasureChart {
  const unit = commonUnit(series);
  const drawn = series.filter((one) => one.unit === unit);
  const times = (drawn[0]?.points ?? []).map(({ bucketIso }) => Date.parse(bucketIso));
  const last = times.at(-1);
  const thresholds = [...new Set(drawn.map(({ threshold }) => threshold))];
  const [threshold = null] = thresholds;
  return {
    unit,
    times,
    series: drawn.map((one) => ({
      name: nameOfSeries(insight, one),
      values: one.points.map(({ value }) => value),
    })),
    references:
      threshold === null || thresholds.length > 1
        ? []
        : [{ value: threshold, label: `good up to ${formatMeasure(threshold, unit)}` }],
    isLastIncomplete: last !== undefined && last + bucketWidth(times) > Date.parse(toIso),
    others: series.filter((one) => one.unit !== unit).map((one) => nameOfSeries(insight, one)),
  };
}

/** Of two that as many series have, the one that comes first. */
function commonUnit(series: readonly MeasureSeries[]): MeasureSeries['unit'] {
  const countOf = (unit: MeasureSeries['unit']): number => series.filter((one) => one.unit === unit).length;
  const units = series.map(({ unit }) => unit);
  return units.reduce((best, unit) => (countOf(unit) > countOf(best) ? unit : best), units[0] ?? 'count');
}

/** Whether the answer is drawn over time, rather than as a bar for each value. */
export function isOverTime({ kind, display }: MeasureInsight, { series }: Wire['MeasureResult']): boolean {
  if (display === 'number' || display === 'table' || series.every(({ points }) => points.length === 0)) return false;
  // Counts add up to stacks; bars of percentiles beside one another say nothing.
  return display === 'line' || kind === 'crashes' || series.length === 1;
}

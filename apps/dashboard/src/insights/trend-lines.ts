import type { Wire } from '@lamppost/protocol';
import { isAdditive } from './aggregation-words.ts';
import { describeSeries } from './describe-insight.ts';
import type { TrendSeries, TrendsInsight } from './insight.ts';
import { letterOf } from './queries-of-insight.ts';

type TimeseriesResult = Wire['TimeseriesResult'];

export interface TrendLine {
  /** Unique among the lines of an answer. */
  readonly name: string;
  readonly points: readonly { readonly bucketIso: string; readonly value: number }[];
  /** The values of the period before, place by place; undefined when it was not asked for. */
  readonly before: readonly number[] | undefined;
  readonly summary: LineSummary;
}

interface LineSummary {
  /** Only where adding up buckets means something: people and averages of two days are not those of one. */
  readonly sum: number | null;
  readonly average: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** What is compared with the period before: the sum, or the average of the buckets where there is none. */
  readonly change: { readonly now: number | null; readonly before: number | null } | undefined;
}

/** The lines of all series under names of their own. Results are in the order of the series. */
export function trendLines(
  insight: TrendsInsight,
  results: readonly TimeseriesResult[],
  before?: readonly TimeseriesResult[],
): readonly TrendLine[] {
  return results.flatMap((result, index) => {
    const series = insight.series[index];
    if (series === undefined) return [];
    const earlier = before?.[index];
    return result.series.map(({ name, points }) => {
      const values = points.map(({ value }) => value);
      const earlierValues =
        earlier === undefined
          ? undefined
          : (earlier.series.find((other) => other.name === name)?.points.map(({ value }) => value) ??
            values.map(() => 0));
      return {
        name: lineName(insight, series, index, name),
        points,
        before: earlierValues,
        summary: summarize(values, earlierValues, isAdditive(series.aggregation)),
      };
    });
  });
}

function lineName(insight: TrendsInsight, series: TrendSeries, index: number, name: string): string {
  const what = insight.breakdown === null ? phrase(series) : name;
  return insight.series.length === 1 ? what : `${letterOf(index)} · ${what}`;
}

/** A single count is called by its event, since that is what one looks for. */
const phrase = (series: TrendSeries): string =>
  series.aggregation === 'count' && series.filters.length === 0 ? (series.event ?? '') : describeSeries(series);

function summarize(values: readonly number[], before: readonly number[] | undefined, canAddUp: boolean): LineSummary {
  const compared = canAddUp ? sumOf : averageOf;
  return {
    sum: canAddUp ? sumOf(values) : null,
    average: averageOf(values),
    min: values.length === 0 ? null : values.reduce((least, value) => Math.min(least, value)),
    max: values.length === 0 ? null : values.reduce((max, value) => Math.max(max, value)),
    change: before === undefined ? undefined : { now: compared(values), before: compared(before) },
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const averageOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sumOf(values) / values.length;

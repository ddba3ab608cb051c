import type { Wire } from '@lamppost/protocol';
import { isAdditive } from './aggregation-words.ts';
import { describeSeries } from './describe-insight.ts';
import { eventLabel } from './event-label.ts';
import type { TrendSeries, TrendsInsight } from './insight.ts';
import { letterOf, placeOfLetter } from './letter-of.ts';

type Line = Wire['TimeseriesResult']['series'][number];

export interface TrendLine {
  /** Unique among the lines of an answer. */
  readonly name: string;
  readonly points: readonly { readonly bucketIso: string; readonly value: number }[];
  /** The values of the period before, place by place; undefined when it was not asked for. */
  readonly before: readonly number[] | undefined;
  /** The values that it is broken down to, one for each field. */
  readonly values: readonly string[];
  /** Where those values are, place by place. */
  readonly beforeIso: readonly string[] | undefined;
  /** The series of a line; formulas are about several. */
  readonly series: string | undefined;
  /** Of a formula: how many points divide by zero. */
  readonly undefinedPoints: number;
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

/** The lines of an answer under names of their own. */
export function trendLines(insight: TrendsInsight, result: Wire['TimeseriesResult']): readonly TrendLine[] {
  return result.series.map((line, at) => {
    const values = line.points.map(({ value }) => value);
    const compared = result.compare?.series[at]?.points;
    const before = compared?.map(({ value }) => value);
    const letter = line.formula === undefined ? (line.series ?? letterOf(0)) : undefined;
    const series = letter === undefined ? undefined : insight.series[placeOfLetter(letter)];
    const broken = valuesOf(insight, line);
    const canAddUp = series !== undefined && insight.smoothing === 'none' && isAdditive(series.aggregation, series.of);
    return {
      name: lineName(insight, line, series, letter, broken),
      points: line.points,
      before,
      beforeIso: compared?.map(({ bucketIso }) => bucketIso),
      values: broken,
      series: letter,
      undefinedPoints: line.undefinedPoints ?? 0,
      summary: summarize(values, before, canAddUp),
    };
  });
}

function valuesOf({ breakdowns }: TrendsInsight, { breakdown, name }: Line): readonly string[] {
  if (breakdown !== undefined) return breakdown;
  return breakdowns.length === 0 ? [] : [name];
}

function lineName(
  insight: TrendsInsight,
  line: Line,
  series: TrendSeries | undefined,
  letter: string | undefined,
  values: readonly string[],
): string {
  if (letter === undefined || series === undefined) {
    const formula = insight.formulas.filter(({ expression }) => expression.trim() !== '')[line.formula ?? 0];
    return [formula?.name ?? formula?.expression ?? line.name, ...values].join(' · ');
  }
  const isOne = insight.series.length === 1 && insight.formulas.length === 0;
  const what = values.length === 0 ? phrase(series) : values.join(' · ');
  return isOne ? what : `${letter} · ${what}`;
}

/** A single count is called by its event, since that is what one looks for. */
const phrase = (series: TrendSeries): string =>
  series.aggregation === 'count' && series.filters.length === 0 && series.name === null
    ? eventLabel(series.event)
    : describeSeries(series);

function summarize(values: readonly number[], before: readonly number[] | undefined, canAddUp: boolean): LineSummary {
  const compared = canAddUp ? sumOf : averageOf;
  return {
    sum: canAddUp ? sumOf(values) : values.length === 1 ? (values[0] ?? null) : null,
    average: averageOf(values),
    min: values.length === 0 ? null : values.reduce((least, value) => Math.min(least, value)),
    max: values.length === 0 ? null : values.reduce((max, value) => Math.max(max, value)),
    change: before === undefined ? undefined : { now: compared(values), before: compared(before) },
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const averageOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sumOf(values) / values.length;

import type { TimeBand, TimeChartKind, TimeSeries } from './time-series.ts';

export interface PlotLine {
  readonly series: TimeSeries;
  readonly values: readonly (number | null)[];
  /** Buckets that the range has only a part of, apart so that they can be drawn dashed. */
  readonly part: 'whole' | 'partial';
}

export interface PlotData {
  readonly lines: readonly PlotLine[];
  readonly bands: readonly TimeBand[];
}

export interface PlotRequest {
  readonly kind: TimeChartKind;
  readonly series: readonly TimeSeries[];
  readonly bands: readonly TimeBand[];
  readonly hidden: ReadonlySet<string>;
  readonly isFirstIncomplete: boolean;
  readonly isLastIncomplete: boolean;
}

/** What is drawn, in the order of drawing: the back first. */
export function plotData({ kind, series, bands, hidden, ...incomplete }: PlotRequest): PlotData {
  const shown = series.filter((one) => !hidden.has(one.name));
  const drawn = kind === 'stacked-bar' ? stackSeries(shown) : shown.map((one) => ({ series: one, values: one.values }));
  const lines = drawn.flatMap(({ series: one, values }): PlotLine[] => {
    if (one.isCompare || values.length === 0) return [{ series: one, values, part: 'whole' }];
    return split(one, values, { ...incomplete, isBar: kind === 'bar' || kind === 'stacked-bar' });
  });
  return { lines, bands: bands.filter((band) => !hidden.has(band.name)) };
}

type Split = Pick<PlotRequest, 'isFirstIncomplete' | 'isLastIncomplete'> & { readonly isBar: boolean };

/** A line to a bucket at an end begins at the one beside it; a bar stands alone. */
function split(
  series: TimeSeries,
  values: readonly (number | null)[],
  { isFirstIncomplete, isLastIncomplete, isBar }: Split,
): PlotLine[] {
  const last = values.length - 1;
  const ends = [...(isFirstIncomplete && last > 0 ? [0] : []), ...(isLastIncomplete ? [last] : [])];
  const whole = values.map((value, index) => (ends.includes(index) ? null : value));
  const partial = ends.map((end) => {
    const reach = isBar ? 0 : 1;
    return values.map((value, index) => (Math.abs(index - end) <= reach ? value : null));
  });
  return [
    { series, values: whole, part: 'whole' },
    ...partial.map((part): PlotLine => ({ series, values: part, part: 'partial' })),
  ];
}

/** Sums from zero up, and down for what is negative; the outermost is drawn first and the others over it. */
function stackSeries(series: readonly TimeSeries[]): { series: TimeSeries; values: (number | null)[] }[] {
  const up: number[] = [];
  const down: number[] = [];
  const stacked = series.map((one) => ({
    series: one,
    values: one.values.map((value, index) => {
      const sums = (value ?? 0) < 0 ? down : up;
      const sum = (sums[index] ?? 0) + (value ?? 0);
      sums[index] = sum;
      return value === null ? null : sum;
    }),
  }));
  return stacked.reverse();
}

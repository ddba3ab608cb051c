import type { TimeBand, TimeChartKind, TimeSeries } from './time-series.ts';

export interface PlotLine {
  readonly series: TimeSeries;
  readonly values: readonly (number | null)[];
  /** The bucket that is not over yet, apart so that it can be drawn dashed. */
  readonly part: 'whole' | 'tail';
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
  readonly isLastIncomplete: boolean;
}

/** What is drawn, in the order of drawing: the back first. */
export function plotData({ kind, series, bands, hidden, isLastIncomplete }: PlotRequest): PlotData {
  const shown = series.filter((one) => !hidden.has(one.name));
  const drawn = kind === 'stacked-bar' ? stackSeries(shown) : shown.map((one) => ({ series: one, values: one.values }));
  const lines = drawn.flatMap(({ series: one, values }): PlotLine[] => {
    if (!isLastIncomplete || one.isCompare || values.length === 0) return [{ series: one, values, part: 'whole' }];
    return split(one, values, kind === 'bar' || kind === 'stacked-bar');
  });
  return { lines, bands: bands.filter((band) => !hidden.has(band.name)) };
}

/** A line to the last bucket begins at the one before; a bar stands alone. */
function split(series: TimeSeries, values: readonly (number | null)[], isBar: boolean): PlotLine[] {
  const last = values.length - 1;
  const whole = values.map((value, index) => (index === last ? null : value));
  const tail = values.map((value, index) => (index === last || (!isBar && index === last - 1) ? value : null));
  return [
    { series, values: whole, part: 'whole' },
    { series, values: tail, part: 'tail' },
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

import uPlot from 'uplot';
import { HOUR_MS } from '../../design/format/units.ts';
import { resolveColour } from '../use-theme-name.ts';
import { valueTicks } from '../value-ticks.ts';
import type { PlotData, PlotLine } from './plot-data.ts';
import type { TimeChartKind, TimeSeries } from './time-series.ts';
import { timeTicks } from './time-ticks.ts';
import { valueRange } from './value-range.ts';

export interface UplotRequest {
  readonly kind: TimeChartKind;
  readonly plot: PlotData;
  readonly times: readonly number[];
  readonly bucketMs: number;
  readonly timeZone: string;
  readonly formatValue: (value: number) => string;
  readonly seriesColour: (name: string) => string;
  readonly referenceValues: readonly number[];
  readonly yMax: number | undefined;
  readonly isNear: boolean;
  readonly width: number;
  readonly height: number;
  readonly canBrush: boolean;
  readonly syncKey: string | undefined;
  readonly hooks: uPlot.Hooks.Arrays;
}

const PX_PER_TIME_TICK = 76;
const HALF_LABEL_PX = 20;
const PX_PER_VALUE_TICK = 48;

export function uplotOptions(request: UplotRequest): uPlot.Options {
  const { kind, plot, times, bucketMs, timeZone, formatValue, width, height } = request;
  const isBar = kind === 'bar' || kind === 'stacked-bar';
  const font = `12px ${getComputedStyle(document.documentElement).getPropertyValue('--lp-font')}`;
  const grid = { stroke: resolveColour('var(--lp-grid)'), width: 1 };
  const text = resolveColour('var(--lp-muted)');
  return {
    width,
    height,
    ms: 1,
    padding: [8, rightPadding(bucketMs, isBar), 0, 0],
    legend: { show: false },
    focus: { alpha: 0.25 },
    cursor: {
      // The line is drawn by TimeTooltip, on the bucket that it names and not where the pointer is.
      x: false,
      y: false,
      points: { size: 7, width: 2 },
      drag: { x: request.canBrush, y: false, setScale: false },
      ...(request.syncKey === undefined ? {} : { sync: { key: request.syncKey } }),
    },
    scales: {
      x: { time: true, range: () => xRange(times, bucketMs, isBar) },
      y: {
        range: (_, min, max) =>
          valueRange({ min, max, references: request.referenceValues, yMax: request.yMax, isNear: request.isNear }),
      },
    },
    axes: [
      {
        stroke: text,
        font,
        size: 28,
        gap: 6,
        grid: { show: false },
        ticks: { show: false },
        splits: (self, _axis, min, max) =>
          wholeTicks(
            self,
            timeTicks(min, max, timeZone, mostTimeTicks(self), { bucketMs }).at,
            rightPadding(bucketMs, isBar),
          ),
        values: (self, splits) => {
          const { min = 0, max = 0 } = self.scales.x ?? {};
          return splits.map(timeTicks(min, max, timeZone, mostTimeTicks(self), { bucketMs }).label);
        },
      },
      {
        stroke: text,
        font,
        gap: 6,
        size: (_, values) => 14 + Math.max(2, ...(values ?? []).map((value) => value.length)) * 6.6,
        grid,
        ticks: { show: false },
        splits: (self, _axis, min, max) =>
          valueTicks(min, max, Math.max(2, Math.round(plotHeight(self) / PX_PER_VALUE_TICK))),
        values: (_, splits) => splits.map(formatValue),
      },
    ],
    series: [{}, ...bandSeries(request), ...plot.lines.map((line) => lineOptions(line, request))],
    bands: plot.bands.map((band, index) => ({
      series: [index * 2 + 2, index * 2 + 1],
      fill: withAlpha(resolveColour(request.seriesColour(band.name)), 0.14),
    })),
    hooks: request.hooks,
  };
}

export function uplotData(plot: PlotData, times: readonly number[]): uPlot.AlignedData {
  return [
    times as number[],
    ...plot.bands.flatMap((band) => [band.low as (number | null)[], band.high as (number | null)[]]),
    ...plot.lines.map((line) => line.values as (number | null)[]),
  ];
}

function lineOptions({ series, part }: PlotLine, request: UplotRequest): uPlot.Series {
  const { kind, seriesColour, times } = request;
  const colour = resolveColour(seriesColour(series.colourName ?? series.name));
  const isBar = kind === 'bar' || kind === 'stacked-bar';
  const isPartial = part === 'partial';
  if (isBar && !series.isCompare) {
    const bars = uPlot.paths.bars?.(barOptions(series, request));
    return {
      label: series.name,
      ...(bars === undefined ? {} : { paths: bars }),
      fill: isPartial ? resolveColour('var(--lp-surface)') : colour,
      stroke: colour,
      width: isPartial ? 1 : 0,
      ...(isPartial ? { dash: [3, 3] } : {}),
      points: { show: false },
    };
  }
  const isLonely = series.values.filter((value) => value !== null).length === 1;
  return {
    label: series.name,
    stroke: series.isCompare ? withAlpha(colour, 0.7) : colour,
    width: series.isCompare ? 1.25 : 1.75,
    ...(series.isCompare ? { dash: [3, 4] } : isPartial ? { dash: [4, 4] } : {}),
    ...(kind === 'area' && !series.isCompare ? { fill: withAlpha(colour, isPartial ? 0.05 : 0.1) } : {}),
    points: { show: isLonely || (times.length <= 2 && !isPartial), size: 6, fill: colour },
    spanGaps: false,
  };
}

/** As much of a bucket as its bars take. */
const BAR_SHARE = 0.82;

/** Bars of several series stand side by side: drawn over each other, the low ones would hide the high ones' feet. */
function barOptions(
  series: TimeSeries,
  { kind, plot, times, bucketMs }: UplotRequest,
): uPlot.Series.BarsPathBuilderOpts {
  const radius: [number, number] = kind === 'bar' ? [0.12, 0] : [0, 0];
  const names = [...new Set(plot.lines.flatMap(({ series: one }) => (one.isCompare ? [] : [one.name])))];
  if (kind !== 'bar' || names.length < 2) return { size: [BAR_SHARE, 48], radius };
  const width = (BAR_SHARE * bucketMs) / names.length;
  const start = names.indexOf(series.name) * width - (BAR_SHARE * bucketMs) / 2;
  return {
    radius,
    disp: {
      x0: { unit: 1, values: () => times.map((ms) => ms + start) },
      size: { unit: 1, values: () => [width] },
    },
  };
}

function bandSeries({ plot }: UplotRequest): uPlot.Series[] {
  return plot.bands.flatMap(() => [
    { stroke: 'transparent', width: 0, points: { show: false } },
    { stroke: 'transparent', width: 0, points: { show: false } },
  ]);
}

function xRange(times: readonly number[], bucketMs: number, isBar: boolean): [number, number] {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? bucketMs;
  // A bar stands around its time, so that its label and the crosshair are in its middle.
  if (isBar) return [first - bucketMs / 2, last + bucketMs / 2];
  return first === last ? [first - bucketMs, last + bucketMs] : [first, last];
}

/** The line of a chart of days ends on today, whose label needs room beside it. */
const rightPadding = (bucketMs: number, isBar: boolean): number => (bucketMs < 23 * HOUR_MS ? 8 : isBar ? 16 : 22);

const plotHeight = (self: uPlot): number => self.bbox.height / uPlot.pxRatio;

const mostTimeTicks = (self: uPlot): number =>
  Math.max(2, Math.floor(self.bbox.width / uPlot.pxRatio / PX_PER_TIME_TICK));

/** Without those whose label would be cut off at the right edge. */
function wholeTicks(self: uPlot, ticks: readonly number[], paddingPx: number): number[] {
  const { min = 0, max = 1 } = self.scales.x ?? {};
  const width = self.bbox.width / uPlot.pxRatio;
  return ticks.filter((ms) => width - ((ms - min) / (max - min)) * width + paddingPx >= HALF_LABEL_PX);
}

function withAlpha(hex: string, alpha: number): string {
  const value = /^#([0-9a-f]{6})$/i.exec(hex)?.[1];
  if (value === undefined) return hex;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

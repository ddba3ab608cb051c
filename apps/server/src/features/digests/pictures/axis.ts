import { type FigureUnit, formatShort } from '../content/format-figure.ts';
import { CHART_WIDTH } from './chart.ts';
import { COLOURS, lineAt, textAt, widthOf } from './svg.ts';

const TICKS = 4;
const TOP = 12;
const PLOT_HEIGHT = 168;
const LABEL_GAP = 20;

export interface ValueRange {
  readonly min: number;
  readonly max: number;
  /** All values are whole numbers: so are those of the axis. */
  readonly isWhole: boolean;
}

export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly yOf: (value: number) => number;
  /** Grid, and texts of both axes. */
  readonly drawn: readonly string[];
  /** Below the texts of the horizontal axis. */
  readonly endY: number;
}

/** Room to draw in, from `min` to `max` or the round numbers outside of these. `isCentred`: labels stand below columns. */
export function plotOf(
  labels: readonly string[],
  { min, max, isWhole }: ValueRange,
  unit: FigureUnit,
  isCentred: boolean,
): Plot {
  const ticks = ticksOf(min, max, isWhole);
  const texts = ticks.map((tick) => formatShort(tick, unit));
  const left = Math.ceil(Math.max(...texts.map((text) => widthOf(text)))) + 10;
  const [right, top, bottom] = [CHART_WIDTH - 8, TOP, TOP + PLOT_HEIGHT];
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const yOf = (value: number): number => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const drawn = ticks.flatMap((tick, index) => [
    lineAt(left, yOf(tick), right, yOf(tick), index === 0 ? COLOURS.border : COLOURS.grid),
    textAt(left - 8, yOf(tick) + 5, texts[index] ?? '', { anchor: 'end' }),
  ]);
  return {
    left,
    right,
    top,
    bottom,
    yOf,
    drawn: [...drawn, ...labelsBelow(labels, left, right, bottom + LABEL_GAP, isCentred)],
    endY: bottom + LABEL_GAP + 10,
  };
}

/** As many as fit, at equal distances. */
function labelsBelow(labels: readonly string[], left: number, right: number, y: number, isCentred: boolean): string[] {
  const widest = Math.max(...labels.map((label) => widthOf(label)), 1) + 14;
  const step = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor((right - left) / widest))));
  return labels.flatMap((label, index) => {
    if (index % step !== 0) return [];
    const x = xOf(index, labels.length, left, right, isCentred);
    if (isCentred) return [textAt(x, y, label, { anchor: 'middle' })];
    const half = widthOf(label) / 2;
    if (x + half > right + 8) return [textAt(right + 6, y, label, { anchor: 'end' })];
    return x - half < 0 ? [textAt(0, y, label)] : [textAt(x, y, label, { anchor: 'middle' })];
  });
}

/** Where a bucket stands; one in the middle of its column. */
export function xOf(index: number, count: number, left: number, right: number, isCentred: boolean): number {
  if (isCentred) return left + ((index + 0.5) / Math.max(1, count)) * (right - left);
  return count <= 1 ? (left + right) / 2 : left + (index / (count - 1)) * (right - left);
}

/** From zero, but for shares that are all high: 99.1 and 99.4 % would be the same line. */
export function valueRange(values: readonly (number | null)[], unit: FigureUnit): ValueRange {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const isWhole = known.every(Number.isInteger);
  const isHigh = unit === 'percent' && known.length > 0 && least > 50;
  if (isHigh) return { min: Math.max(0, least - Math.max(0.1, (most - least) * 0.5)), max: most, isWhole: false };
  return { min: Math.min(0, ...known), max: Math.max(0, ...known), isWhole };
}

/** A few round numbers around both ends, the least and the greatest first and last. */
function ticksOf(low: number, max: number, isWhole = false): number[] {
  const high = max > low ? max : low + 1;
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const step = isWhole ? Math.max(1, Math.ceil(round)) : round;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

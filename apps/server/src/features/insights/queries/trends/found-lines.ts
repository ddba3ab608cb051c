import type { BreakdownValues } from './trend-breakdown.ts';

/** One figure of the series at a place; places give the order of series. */
export interface TimeseriesCell {
  readonly place: number;
  /** Of a breakdown. */
  readonly values?: BreakdownValues;
  readonly bucket: number;
  readonly value: number;
}

/** What one series of one period is, before it is put together with others. */
export interface TrendFound {
  /** In the order of their places. */
  readonly lines: readonly FoundLine[];
}

export interface FoundLine {
  /** 0 without a breakdown; with one see trend-breakdown.ts. */
  readonly place: number;
  readonly values: BreakdownValues;
  /** One for each bucket. */
  readonly points: readonly number[];
}

/** Buckets without a cell are 0. */
export function foundLines(cells: Iterable<TimeseriesCell>, bucketCount: number): readonly FoundLine[] {
  const lines = new Map<number, { readonly values: BreakdownValues; readonly points: number[] }>();
  for (const { place, values = [], bucket, value } of cells) {
    const line = lines.get(place) ?? { values, points: new Array<number>(bucketCount).fill(0) };
    line.points[bucket] = finite(value);
    lines.set(place, line);
  }
  return [...lines].sort(([a], [b]) => a - b).map(([place, line]) => ({ place, ...line }));
}

/** A sum of doubles may run over; JSON has no word for that. */
const finite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number.isNaN(value) ? 0 : value));

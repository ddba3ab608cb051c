import { MAX_VALUES, NONE, OTHER, valueName } from '../insight-params.ts';

/** A value of each field of a breakdown; null where an event has none. */
export type BreakdownValues = readonly (string | null)[];

/** One series for each combination of values of these fields. */
export interface TrendBreakdown {
  readonly fields: readonly string[];
  /** So many combinations are shown by themselves. */
  readonly limit: number;
  /** The ones that are shown, in this order; when absent those that matter most in what is asked. */
  readonly values?: readonly BreakdownValues[];
}

/** Places after those of all values that may be shown: what they leave over, and what has a value for none of the fields. */
export const TREND_REST = 200;
export const TREND_MISSING = 201;

/** However the breakdown was asked for. */
export function breakdownOf(asked: {
  readonly breakdownField?: string;
  readonly breakdown?: TrendBreakdown;
}): TrendBreakdown | undefined {
  if (asked.breakdown !== undefined) return asked.breakdown;
  return asked.breakdownField === undefined ? undefined : { fields: [asked.breakdownField], limit: MAX_VALUES };
}

/** The values as results carry them. */
export function shownValues(place: number, values: BreakdownValues, fieldCount: number): string[] {
  if (place === TREND_REST) return new Array<string>(fieldCount).fill(OTHER);
  if (place === TREND_MISSING) return new Array<string>(fieldCount).fill(NONE);
  return values.map((value) => (value === null ? NONE : valueName(value)));
}

/** The same as one text. */
export const breakdownName = (place: number, shown: readonly string[]): string =>
  place === TREND_REST ? OTHER : shown.join(' · ');

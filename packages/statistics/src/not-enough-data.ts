/** Why there is no figure. A closed list: each has a sentence in docs/statistics.md. */
export type MissingReason =
  /** A variant has no unit at all. */
  | 'no_units'
  /** A variant has one unit: nothing is known of how units differ. */
  | 'one_unit'
  /** Fewer units than the method needs, such as ranks beyond the ends of a sample. */
  | 'too_few_units'
  /** All values are the same, so there is nothing to judge a difference by. */
  | 'zero_variance'
  /** There is no lift relative to 0. */
  | 'zero_control_mean'
  /** The control's mean cannot be told from 0, so a relative lift has no bounds. */
  | 'control_mean_near_zero'
  /** The denominator of a ratio sums up to 0. */
  | 'zero_denominator'
  /** Infinite or missing values. */
  | 'not_finite'
  /** Counts or variances that no data has: negative ones, more conversions than units. */
  | 'impossible_input'
  /** Nothing to plan for: no effect, or no traffic. */
  | 'no_effect'
  | 'no_traffic';

/**
 * What every function of this package returns when data does not allow a figure. A number that is returned is finite.
 * Settings out of range (a level of 2) are mistakes of the caller, and throw a RangeError.
 */
export interface NotEnoughData {
  readonly kind: 'not_enough_data';
  readonly reason: MissingReason;
}

export const notEnoughData = (reason: MissingReason): NotEnoughData => ({ kind: 'not_enough_data', reason });

export const areFinite = (...values: readonly number[]): boolean => values.every(Number.isFinite);

/** The last check of every result: numbers at the ends of what a double can hold overflow in places of their own. */
export function ifFinite<T extends { readonly kind: 'ok' }>(result: T): T | NotEnoughData {
  return holdsOnlyFinite(result) ? result : notEnoughData('not_finite');
}

function holdsOnlyFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsOnlyFinite);
}

export function requireShare(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is between 0 and 1, not ${value}`);
}

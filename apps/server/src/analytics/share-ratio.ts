import { type Interval, wilsonInterval } from '@lamppost/statistics';

export interface ShareRatio extends Interval {
  /** 2: twice as common among these as among all. */
  readonly ratio: number;
}

/** Fewer cases than these show nothing, whatever their share: then `lower` is 1 at most. */
const FEWEST = 3;

/**
 * How much more common something is among a few than among all, with a 95 % interval: Donner and Zou's for a ratio, from
 * Wilson's intervals of both shares, which are honest for few cases and for shares of 0 and 1. It is more than chance
 * where `lower` is above 1. The few are among all, so the interval is a little wider than it had to be. Null when there
 * is nothing to compare.
 */
export function shareRatio(few: number, allFew: number, many: number, allMany: number): ShareRatio | null {
  const [of, ofAll] = [wilsonInterval(few, allFew), wilsonInterval(many, allMany)];
  if (of === null || ofAll === null || many <= 0) return null;
  if (few === allFew && many === allMany) return { ratio: 1, lower: 1, upper: 1 };
  const [share, usual] = [few / allFew, many / allMany];
  const product = share * usual;
  // The roots of a x² − 2 product x + c; the lower one in the form that does not divide by an `a` of none.
  const lowerA = ofAll.upper * (2 * usual - ofAll.upper);
  const lowerC = of.lower * (2 * share - of.lower);
  const upperA = ofAll.lower * (2 * usual - ofAll.lower);
  const upperC = of.upper * (2 * share - of.upper);
  const root = (a: number, c: number): number => Math.sqrt(Math.max(0, product ** 2 - a * c));
  const lower = few === 0 ? 0 : lowerC / (product + root(lowerA, lowerC));
  const upper = (product + root(upperA, upperC)) / upperA;
  return { ratio: share / usual, lower: few < FEWEST ? Math.min(1, lower) : lower, upper };
}

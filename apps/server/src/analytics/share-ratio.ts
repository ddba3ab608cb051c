import { type Interval, Z95 } from './wilson-interval.ts';

export interface ShareRatio extends Interval {
  /** 2: twice as common among these as among all. */
  readonly ratio: number;
}

/**
 * How much more common something is among a few than among all, with a 95 % interval (Katz, on the logarithm).
 * The few are among all, so the interval is a little wider than it had to be. Half a case is added where one would
 * otherwise divide by none. Null when there is nothing to compare.
 */
export function shareRatio(few: number, allFew: number, many: number, allMany: number): ShareRatio | null {
  if (allFew <= 0 || allMany <= 0 || many <= 0) return null;
  const ratio = few / allFew / (many / allMany);
  const add = few === 0 ? 0.5 : 0;
  const [a, b, c, d] = [few + add, allFew + add, many + add, allMany + add];
  const corrected = a / b / (c / d);
  const spread = Z95 * Math.sqrt(Math.max(0, 1 / a - 1 / b + 1 / c - 1 / d));
  return { ratio, lower: few === 0 ? 0 : corrected * Math.exp(-spread), upper: corrected * Math.exp(spread) };
}

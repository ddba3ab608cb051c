/** What is known of the totals of units before the cap is looked up. */
export interface CountedTotals {
  /** Units with a total. */
  readonly units: number;
  readonly negative: number;
  readonly notPositive: number;
}

/**
 * Which of these totals, in ascending order and counted from 1, is the discrete quantile of all units, of which `zeros`
 * more are 0. Null where it leaves nothing to cap: of too few units it is the largest value, and a cap of 0 would leave no
 * difference between units.
 */
export function capRank(
  { units: inTable, negative, notPositive }: CountedTotals,
  zeros: number,
  quantile: number,
): number | null {
  const units = inTable + zeros;
  // Half a unit of the tail is lost to rounding otherwise: 1 − 0.999 is not a thousandth.
  if (units * (1 - quantile) < 1 - 1e-9) return null;
  const rank = Math.max(1, Math.ceil(units * quantile - 1e-9));
  const isNegative = rank <= negative;
  if (!isNegative && rank <= notPositive + zeros) return null;
  return isNegative ? rank : rank - zeros;
}

/** Good and bad are coloured only where the sample is large enough to tell a change from chance. */

const Z_95 = 1.96;
const MIN_VALUES = 100;

type Amount = number | null | undefined;

interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** Two counts of independent things: their difference has about the variance of their sum. */
export function isClearCountChange(now: Amount, before: Amount): boolean {
  if (now == null || before == null) return false;
  return Math.abs(now - before) > Z_95 * Math.sqrt(now + before);
}

/** Two rates with their 95 % intervals, which do not overlap. */
export function isClearRateChange(now: Interval | null | undefined, before: Interval | null | undefined): boolean {
  if (now == null || before == null) return false;
  return now.lower > before.upper || now.upper < before.lower;
}

export interface Share {
  /** 0 to 100. */
  readonly percent: Amount;
  readonly of: Amount;
}

/** Two shares of counted things, by the test of two proportions. */
export function isClearShareChange(now: Share, before: Share): boolean {
  if (now.percent == null || before.percent == null || !isEnough(now.of, before.of)) return false;
  const [size, sizeBefore] = [now.of ?? 0, before.of ?? 0];
  const pooled = (now.percent * size + before.percent * sizeBefore) / 100 / (size + sizeBefore);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / size + 1 / sizeBefore));
  return Math.abs(now.percent - before.percent) / 100 > Z_95 * error;
}

/** For percentiles, which say nothing about how far they spread. */
export const isEnough = (...counts: readonly Amount[]): boolean => counts.every((count) => (count ?? 0) >= MIN_VALUES);

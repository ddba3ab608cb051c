import { chiSquaredSurvival } from './chi-squared.ts';
import { logGamma } from './distributions/log-gamma.ts';

/** How many of each of two groups have something, and how many have not: whole numbers. */
export interface TwoByTwo {
  readonly firstWith: number;
  readonly firstWithout: number;
  readonly secondWith: number;
  readonly secondWithout: number;
}

export interface TwoByTwoTest {
  /** Above 1: the first group has it more often. Half a case is added to each count, so that it is always a number. */
  readonly oddsRatio: number;
  /** Two-sided: how often chance alone makes the groups differ at least as much. */
  readonly pValue: number;
}

/** Below this the approximation by chi-squared does not hold. */
const MIN_EXPECTED = 5;

/** Whether two groups differ: chi-squared with Yates's correction, or Fisher's exact test where an expected count is below 5. */
export function twoByTwoTest(table: TwoByTwo): TwoByTwoTest {
  const { firstWith: a, firstWithout: b, secondWith: c, secondWithout: d } = table;
  if (![a, b, c, d].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError('counts are whole numbers from 0');
  }
  const oddsRatio = ((a + 0.5) * (d + 0.5)) / ((b + 0.5) * (c + 0.5));
  const total = a + b + c + d;
  const smallest = (Math.min(a + b, c + d) * Math.min(a + c, b + d)) / Math.max(1, total);
  return { oddsRatio, pValue: smallest < MIN_EXPECTED ? fisher(a, b, c, d) : chiSquaredWithYates(a, b, c, d) };
}

function chiSquaredWithYates(a: number, b: number, c: number, d: number): number {
  const total = a + b + c + d;
  const difference = Math.max(0, Math.abs(a * d - b * c) - total / 2);
  const statistic = ((difference / (a + b)) * (difference / (c + d)) * total) / (a + c) / (b + d);
  return chiSquaredSurvival(statistic, 1);
}

/** What is as likely as the table at hand is counted in, whatever rounding makes of it. */
const ROUNDING = 1e-7;

/** The chances of all tables with the same sums that are not more likely than this one. */
function fisher(a: number, b: number, c: number, d: number): number {
  const [first, second, having] = [a + b, c + d, a + c];
  const all = logChoose(first + second, having);
  const logChance = (count: number): number => logChoose(first, count) + logChoose(second, having - count) - all;
  const limit = logChance(a) + ROUNDING;
  let sum = 0;
  for (let count = Math.max(0, having - second); count <= Math.min(first, having); count += 1) {
    const chance = logChance(count);
    if (chance <= limit) sum += Math.exp(chance);
  }
  return Math.min(1, sum);
}

const logChoose = (from: number, count: number): number =>
  logGamma(from + 1) - logGamma(count + 1) - logGamma(from - count + 1);

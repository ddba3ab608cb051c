export interface ChiSquaredTest {
  readonly statistic: number;
  readonly degreesOfFreedom: number;
  /** How often chance alone deviates at least as much. */
  readonly pValue: number;
}

/**
 * Pearson's test of whether counts are split as expected. Both lists are in the same order and have at least two
 * entries, expected counts are above 0 and of the same sum. The p-value is an approximation that holds where every
 * expected count is 5 or more.
 */
export function chiSquaredTest(observed: readonly number[], expected: readonly number[]): ChiSquaredTest {
  if (observed.length !== expected.length || observed.length < 2) {
    throw new RangeError('a split has at least two parts, each with an expected count');
  }
  const statistic = expected.reduce((sum, count, at) => sum + ((observed[at] ?? 0) - count) ** 2 / count, 0);
  const degreesOfFreedom = observed.length - 1;
  return { statistic, degreesOfFreedom, pValue: chiSquaredSurvival(statistic, degreesOfFreedom) };
}

/** The chance that a chi-squared variable with so many degrees of freedom, a whole number, is above the value. */
export function chiSquaredSurvival(value: number, degreesOfFreedom: number): number {
  if (!Number.isInteger(degreesOfFreedom) || degreesOfFreedom < 1) {
    throw new RangeError('degrees of freedom are a whole number from 1');
  }
  if (value <= 0) return 1;
  if (value === Number.POSITIVE_INFINITY) return 0;
  return upperGamma(degreesOfFreedom / 2, value / 2);
}

/** The regularized incomplete gamma function Q(a, x) for whole and half a: each way of computing it where it converges. */
function upperGamma(a: number, x: number): number {
  const factor = Math.exp(a * Math.log(x) - x - logGammaOfHalves(a));
  return x < a + 1 ? 1 - factor * lowerSeries(a, x) : factor * upperFraction(a, x);
}

/** Where what is added no longer changes the sum. */
const PRECISION = 1e-17;
const MAX_TERMS = 10_000;

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * PRECISION; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The continued fraction 1/(x+1−a− 1(1−a)/(x+3−a− 2(2−a)/(x+5−a− …))), by Lentz's method. */
function upperFraction(a: number, x: number): number {
  let below = x + 1 - a;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / below;
  let value = d;
  for (let n = 1; n < MAX_TERMS; n += 1) {
    const above = -n * (n - a);
    below += 2;
    d = 1 / (above * d + below);
    c = below + above / c;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return value;
}

/** ln Γ(a) by Γ(a) = (a − 1) Γ(a − 1), down to Γ(1) = 1 or Γ(½) = √π. */
function logGammaOfHalves(a: number): number {
  let sum = Number.isInteger(a) ? 0 : Math.log(Math.PI) / 2;
  for (let factor = a - 1; factor > 0; factor -= 1) sum += Math.log(factor);
  return sum;
}

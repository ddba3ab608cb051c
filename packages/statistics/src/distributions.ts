import gammaln from '@stdlib/math-base-special-gammaln';
import binomialCdfOf from '@stdlib/stats-base-dists-binomial-cdf';
import normalCdfOf from '@stdlib/stats-base-dists-normal-cdf';
import normalQuantileOf from '@stdlib/stats-base-dists-normal-quantile';
import tCdfOf from '@stdlib/stats-base-dists-t-cdf';
import tQuantileOf from '@stdlib/stats-base-dists-t-quantile';

/** The only file that knows whose distribution functions these are. */
export const normalCdf = (value: number): number => normalCdfOf(value, 0, 1);

export const normalDensity = (value: number): number => Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);

export const normalQuantile = (probability: number): number => normalQuantileOf(probability, 0, 1);

/** Null degrees of freedom: so many that it is the normal distribution. */
export const tCdf = (value: number, degreesOfFreedom: number | null): number =>
  degreesOfFreedom === null ? normalCdf(value) : tCdfOf(value, degreesOfFreedom);

export const tQuantile = (probability: number, degreesOfFreedom: number | null): number =>
  degreesOfFreedom === null ? normalQuantile(probability) : tQuantileOf(probability, degreesOfFreedom);

/** The chance of at most so many successes. */
export const binomialCdf = (successes: number, trials: number, probability: number): number =>
  successes < 0 ? 0 : binomialCdfOf(successes, trials, probability);

export const logGamma = (value: number): number => gammaln(value);

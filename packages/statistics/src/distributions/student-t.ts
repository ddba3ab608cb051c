import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { normalCdf, normalQuantile } from './normal.ts';

/** Null degrees of freedom: so many that it is the normal distribution. */
export const tCdf = (value: number, degreesOfFreedom: number | null): number =>
  degreesOfFreedom === null ? normalCdf(value) : cdf(value, degreesOfFreedom);

export const tQuantile = (probability: number, degreesOfFreedom: number | null): number =>
  degreesOfFreedom === null ? normalQuantile(probability) : quantile(probability, degreesOfFreedom);

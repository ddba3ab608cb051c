import cdf from '@stdlib/stats-base-dists-normal-cdf';
import quantile from '@stdlib/stats-base-dists-normal-quantile';

export const normalCdf = (value: number): number => cdf(value, 0, 1);

export const normalDensity = (value: number): number => Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);

export const normalQuantile = (probability: number): number => quantile(probability, 0, 1);

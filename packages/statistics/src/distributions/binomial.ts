import cdf from '@stdlib/stats-base-dists-binomial-cdf';

/** The chance of at most so many successes. */
export const binomialCdf = (successes: number, trials: number, probability: number): number =>
  successes < 0 ? 0 : cdf(successes, trials, probability);

/** Of the standard normal distribution: 95 % lie within so many standard deviations. */
const Z = 1.959963984540054;

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Between which shares the true one lies, given that `hits` of `trials` were seen: Wilson's score interval at 95 %.
 * Unlike the textbook interval it holds for few trials and for shares near 0 and 1, which crash-free rates are.
 */
export function wilson(hits: number, trials: number): Bounds {
  if (trials === 0) return { low: 0, high: 1 };
  const share = hits / trials;
  const scale = 1 + Z ** 2 / trials;
  const centre = (share + Z ** 2 / (2 * trials)) / scale;
  const half = (Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2))) / scale;
  return { low: hits === 0 ? 0 : Math.max(0, centre - half), high: hits === trials ? 1 : Math.min(1, centre + half) };
}

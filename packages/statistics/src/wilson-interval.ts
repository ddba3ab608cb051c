export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** The 97.5 % quantile of the normal distribution. */
const Z95 = 1.959963984540054;

/** Wilson's 95 % interval for a share: honest for few trials and for shares near 0 and 1. Null without any trial. */
export function wilsonInterval(successes: number, trials: number): Interval | null {
  return trials <= 0 ? null : scoreInterval(successes, trials, Z95);
}

/** Wilson's interval at any level: `z` is the quantile of the normal distribution for it. Trials are above 0. */
export function scoreInterval(successes: number, trials: number, z: number): Interval {
  const share = successes / trials;
  const scale = 1 + z ** 2 / trials;
  const center = (share + z ** 2 / (2 * trials)) / scale;
  const half = (z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))) / scale;
  // At the ends the formula meets them exactly; rounding must not miss them.
  return {
    lower: successes <= 0 ? 0 : Math.max(0, center - half),
    upper: successes >= trials ? 1 : Math.min(1, center + half),
  };
}

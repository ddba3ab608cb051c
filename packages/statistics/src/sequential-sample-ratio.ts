import { logGamma } from './distributions/log-gamma.ts';
import { ifFinite, type NotEnoughData } from './not-enough-data.ts';
import { type SampleRatioTest, splitOf } from './sample-ratio.ts';

/**
 * The prior weighs as much as so many units: of an even split, deviations of 1.6 percentage points are nothing unusual.
 * More finds small deviations no sooner, and large ones later (docs/statistics.md has the figures).
 */
export const DEFAULT_CONCENTRATION = 1_000;

/**
 * Lindon and Malek 2022: the odds of the counts under a Dirichlet prior around the designed shares against the designed
 * shares themselves are a martingale, so the test may be looked at after every unit.
 */
export function sequentialSampleRatioTest(
  units: readonly number[],
  weights: readonly number[],
  concentration: number = DEFAULT_CONCENTRATION,
): SampleRatioTest | NotEnoughData {
  if (!(concentration > 0 && Number.isFinite(concentration))) throw new RangeError('concentration is above 0');
  const split = splitOf(units, weights);
  if (split.kind !== 'ok') return split;
  let logOdds = logGamma(concentration) - logGamma(concentration + split.total);
  for (const [at, share] of split.shares.entries()) {
    const count = split.units[at] ?? 0;
    const prior = concentration * share;
    logOdds += logGamma(prior + count) - logGamma(prior) - count * Math.log(share);
  }
  return ifFinite({ kind: 'ok', pValue: Math.min(1, Math.exp(-logOdds)) });
}

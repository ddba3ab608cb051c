import { mergePairMoments } from '@lamppost/statistics';
import type { GroupMoments, UnitGroup } from './queries/experiment-statistics.ts';

/** Moments of every group of exposed units, of which those without a row are zeros. */
export function withZeros(
  exposures: readonly (UnitGroup & { readonly units: number })[],
  moments: readonly GroupMoments[],
): GroupMoments[] {
  return exposures.map(({ variant, segment, units }) => {
    const found = moments.find((group) => group.variant === variant && group.segment === segment);
    const zeros = { ...NOTHING, units: units - (found?.units ?? 0) };
    return { variant, segment, ...mergePairMoments(found ?? NOTHING, zeros) };
  });
}

const NOTHING = { units: 0, y: { mean: 0, variance: 0 }, x: { mean: 0, variance: 0 }, covariance: 0 } as const;

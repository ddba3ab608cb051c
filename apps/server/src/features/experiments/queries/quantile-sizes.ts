import type { PairMoments } from '@lamppost/statistics';
import { effectiveObservations, estimateRatio } from '@lamppost/statistics/experiments';
import type { GroupQuantile, UnitGroup } from './experiment-statistics.ts';

export const QUANTILES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;
export type QuantileType = keyof typeof QUANTILES;

export type CountedQuantile = UnitGroup & Pick<GroupQuantile, 'units' | 'observations' | 'value'>;

/**
 * Observations of a unit go together: how many independent ones they are worth. `below` is of units: y observations at or
 * below the quantile, x in all.
 */
export function effectiveSize(
  probability: number,
  { units, observations }: CountedQuantile,
  below: Omit<PairMoments, 'units'>,
): number {
  const size = effectiveObservations(probability, estimateRatio({ units, ...below }));
  // Where it cannot be told, a unit is worth one observation.
  return size.kind === 'ok' ? Math.min(size.observations, observations) : units;
}

/**
 * The same up to a moment. How much less than independent observations are worth is taken from the whole: it is a matter
 * of what units do, and takes a look at every unit to find.
 */
export function sizeOfPart(
  { variant, observations }: Pick<CountedQuantile, 'variant' | 'observations'>,
  whole: readonly GroupQuantile[],
): number {
  const all = whole.find((group) => group.variant === variant && group.segment === null);
  return all === undefined || all.observations === 0
    ? observations
    : (all.effectiveObservations / all.observations) * observations;
}

import { faultOfPairMoments, type Moments, type PairMoments } from './moments.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData } from './not-enough-data.ts';

export interface CupedAdjustment {
  readonly kind: 'ok';
  /** How much of a unit's earlier behaviour is taken off: covariance over variance, of all variants together. */
  readonly theta: number;
  /** 1 − ρ²: what is left of the variance. */
  readonly varianceFactor: number;
  /** Of the adjusted metric, in the order given: to be judged like any other mean. */
  readonly variants: readonly Moments[];
}

/**
 * CUPED (Deng, Xu, Kohavi and Walker 2013): y − θ(x − mean of x), x being the same metric before exposure, 0 for units
 * that were not seen. One θ for all variants, of what varies within them, and one mean of x, so no variant is favoured.
 */
export function adjustByCovariate(variants: readonly PairMoments[]): CupedAdjustment | NotEnoughData {
  if (variants.length === 0) return notEnoughData('no_units');
  const fault = variants.map(faultOfPairMoments).find((found) => found !== null);
  if (fault !== undefined) return fault;
  const within = (of: (moments: PairMoments) => number): number =>
    variants.reduce((sum, moments) => sum + (moments.units - 1) * of(moments), 0);
  const [ofX, ofY, ofBoth] = [within((m) => m.x.variance), within((m) => m.y.variance), within((m) => m.covariance)];
  if (!areFinite(ofX, ofY, ofBoth)) return notEnoughData('not_finite');
  if (ofX === 0 || ofY === 0) return notEnoughData('zero_variance');
  const units = variants.reduce((sum, moments) => sum + moments.units, 0);
  const meanX = variants.reduce((sum, moments) => sum + (moments.units / units) * moments.x.mean, 0);
  const theta = ofBoth / ofX;
  const adjusted = variants.map(({ units, y, x, covariance }) => ({
    units,
    mean: y.mean - theta * (x.mean - meanX),
    variance: Math.max(0, y.variance - 2 * theta * covariance + theta ** 2 * x.variance),
  }));
  const varianceFactor = Math.max(0, 1 - (ofBoth / ofX) * (ofBoth / ofY));
  return ifFinite({ kind: 'ok', theta, varianceFactor, variants: adjusted });
}

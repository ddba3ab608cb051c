import { faultOfCount, faultOfMoments, faultOfPairMoments, type Moments, type PairMoments } from './moments.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData } from './not-enough-data.ts';

/**
 * A metric of one variant, and how sure it is. Every kind of metric comes down to this; every way of judging (fixed
 * horizon, sequential, Bayesian) starts from two of them.
 */
export interface Estimate {
  readonly kind: 'ok';
  readonly units: number;
  readonly value: number;
  readonly standardError: number;
  /** Of the variance; null where the normal distribution is used. */
  readonly degreesOfFreedom: number | null;
}

/** A count, a sum or an average per unit. */
export function estimateMean(moments: Moments): Estimate | NotEnoughData {
  const fault = faultOfMoments(moments);
  if (fault !== null) return fault;
  const { units, mean, variance } = moments;
  return { kind: 'ok', units, value: mean, standardError: Math.sqrt(variance / units), degreesOfFreedom: units - 1 };
}

export interface Conversions {
  readonly units: number;
  readonly converted: number;
}

export function faultOfConversions({ units, converted }: Conversions): NotEnoughData | null {
  const fault = faultOfCount(units);
  if (fault !== null) return fault;
  if (!areFinite(converted)) return notEnoughData('not_finite');
  return converted < 0 || converted > units ? notEnoughData('impossible_input') : null;
}

/**
 * A share of units. Its spread is that of a sample with one more success and one more failure: never 0, so that 0 of
 * 1,000 against 100 of 1,000 can be judged, and no different where there are many of both.
 */
export function estimateShare(conversions: Conversions): Estimate | NotEnoughData {
  const fault = faultOfConversions(conversions);
  if (fault !== null) return fault;
  const { units, converted } = conversions;
  const share = (converted + 1) / (units + 2);
  const standardError = Math.sqrt((share * (1 - share)) / units);
  return { kind: 'ok', units, value: converted / units, standardError, degreesOfFreedom: null };
}

/**
 * Σy / Σx over units, such as clicks per session, by the delta method: y and x of one unit go together, and their
 * covariance says how much (Deng, Knoblich and Lu 2018).
 */
export function estimateRatio(moments: PairMoments): Estimate | NotEnoughData {
  const fault = faultOfPairMoments(moments);
  if (fault !== null) return fault;
  const { units, y, x, covariance } = moments;
  if (x.mean === 0) return notEnoughData('zero_denominator');
  const value = y.mean / x.mean;
  // Of y − value·x, which has mean 0. Rounding must not make it negative.
  const variance = Math.max(0, y.variance - 2 * value * covariance + value ** 2 * x.variance);
  const standardError = Math.sqrt(variance / units) / Math.abs(x.mean);
  return ifFinite({ kind: 'ok', units, value, standardError, degreesOfFreedom: units - 1 });
}

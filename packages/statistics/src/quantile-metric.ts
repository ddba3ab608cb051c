import { binomialCdf } from './distributions/binomial.ts';
import { normalQuantile } from './distributions/normal.ts';
import type { Estimate } from './estimate.ts';
import { DEFAULT_LEVEL, type LevelOptions } from './fixed-horizon-test.ts';
import { faultOfCount } from './moments.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData, requireShare } from './not-enough-data.ts';
import type { Interval } from './wilson-interval.ts';

/** Which quantiles the engine has to return for a quantile and its interval. */
export interface QuantileRanks {
  readonly kind: 'ok';
  readonly probability: number;
  readonly observations: number;
  /** Of sorted observations, counted from 1: the true quantile lies between these two at the level, or more often. */
  readonly lowerRank: number;
  readonly upperRank: number;
  /** For `quantile_disc`: each falls into the middle of its rank, whichever way an engine rounds. */
  readonly lowerProbability: number;
  readonly upperProbability: number;
}

/**
 * Ranks by the binomial distribution, without any assumption about the shape of the data: the number of observations
 * below the true quantile is binomial. Observations are independent; where a unit has several, pass their effective
 * number.
 */
export function quantileRanks(
  probability: number,
  observations: number,
  { level = DEFAULT_LEVEL }: LevelOptions = {},
): QuantileRanks | NotEnoughData {
  requireShare('probability', probability);
  requireShare('level', level);
  const fault = faultOfCount(observations);
  if (fault !== null) return fault;
  const count = Math.floor(observations);
  const tail = (1 - level) / 2;
  const reach = normalQuantile(1 - tail) * Math.sqrt(count * probability * (1 - probability));
  let lowerRank = Math.max(0, Math.floor(count * probability - reach));
  while (lowerRank < count && binomialCdf(lowerRank, count, probability) <= tail) lowerRank += 1;
  while (lowerRank > 0 && binomialCdf(lowerRank - 1, count, probability) > tail) lowerRank -= 1;
  let upperRank = Math.min(count + 1, Math.ceil(count * probability + reach));
  while (upperRank > 1 && 1 - binomialCdf(upperRank - 2, count, probability) <= tail) upperRank -= 1;
  while (upperRank <= count && 1 - binomialCdf(upperRank - 1, count, probability) > tail) upperRank += 1;
  if (lowerRank < 1 || upperRank > count) return notEnoughData('too_few_units');
  const lowerProbability = (lowerRank - 0.5) / count;
  const upperProbability = (upperRank - 0.5) / count;
  return { kind: 'ok', probability, observations: count, lowerRank, upperRank, lowerProbability, upperProbability };
}

/**
 * How many independent observations are worth as much as those of units that have several each. `below` is the ratio
 * metric "observations at or below the quantile per observation", which knows how observations of a unit go together.
 */
export function effectiveObservations(
  probability: number,
  below: Estimate | NotEnoughData,
): { readonly kind: 'ok'; readonly observations: number } | NotEnoughData {
  requireShare('probability', probability);
  if (below.kind !== 'ok') return below;
  const observations = (probability * (1 - probability)) / below.standardError ** 2;
  return areFinite(observations) ? { kind: 'ok', observations } : notEnoughData('zero_variance');
}

export interface QuantileValues {
  readonly units: number;
  /** At the ranks' lower probability, at the probability itself, at the upper one. */
  readonly lower: number;
  readonly value: number;
  readonly upper: number;
}

export interface QuantileEstimate extends Estimate {
  readonly interval: Interval;
}

/**
 * The standard error is the width of the interval over the width it has in standard errors: no density is estimated.
 */
export function estimateQuantile(
  ranks: QuantileRanks | NotEnoughData,
  { units, lower, value, upper }: QuantileValues,
): QuantileEstimate | NotEnoughData {
  if (ranks.kind !== 'ok') return ranks;
  const fault = faultOfCount(units);
  if (fault !== null) return fault;
  if (!areFinite(lower, value, upper, upper - lower)) return notEnoughData('not_finite');
  if (lower > value || value > upper) return notEnoughData('impossible_input');
  if (lower === upper) return notEnoughData('zero_variance');
  const { probability, observations, lowerRank, upperRank } = ranks;
  const widthOfRanks = (upperRank - lowerRank) / (observations + 1);
  const ofShare = Math.sqrt((probability * (1 - probability)) / observations);
  return ifFinite({
    kind: 'ok',
    units,
    value,
    standardError: ((upper - lower) / widthOfRanks) * ofShare,
    degreesOfFreedom: null,
    interval: { lower, upper },
  });
}

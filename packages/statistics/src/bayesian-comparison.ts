import { normalCdf, normalDensity, normalQuantile } from './distributions/normal.ts';
import type { Estimate } from './estimate.ts';
import { contrastOf, DEFAULT_LEVEL, type LevelOptions } from './fixed-horizon-test.ts';
import { ifFinite, type NotEnoughData, requireShare } from './not-enough-data.ts';
import { type RelativeLift, relativeLift } from './relative-lift.ts';
import type { Interval } from './wilson-interval.ts';

/** Which way a metric gets better. */
export type Better = 'higher' | 'lower';

export interface BayesianOptions extends LevelOptions {
  readonly better?: Better;
  /**
   * Standard deviation of relative lifts before any data, around 0. Null, the default, is a flat prior; 0.3 says that
   * lifts beyond 60 % are rare. Not used where the control's mean is 0.
   */
  readonly priorLiftDeviation?: number | null;
}

export interface BayesianComparison {
  readonly kind: 'ok';
  /** After the prior. */
  readonly difference: number;
  readonly standardError: number;
  /** Credible: the difference lies in it with the chance `level`. */
  readonly interval: Interval;
  readonly chanceToBeatControl: number;
  /** What is lost on average, in the metric's own unit per unit, by taking the treatment (or the control) where it is worse. */
  readonly expectedLoss: { readonly ofTreatment: number; readonly ofControl: number };
  readonly relative: RelativeLift | NotEnoughData;
}

/** The posterior of a difference with a normal likelihood and a normal, or flat, prior. */
export function bayesianComparison(
  control: Estimate | NotEnoughData,
  treatment: Estimate | NotEnoughData,
  { level = DEFAULT_LEVEL, better = 'higher', priorLiftDeviation = null }: BayesianOptions = {},
): BayesianComparison | NotEnoughData {
  requireShare('level', level);
  if (priorLiftDeviation !== null && !(priorLiftDeviation > 0 && Number.isFinite(priorLiftDeviation))) {
    throw new RangeError('priorLiftDeviation is above 0, or null for a flat prior');
  }
  const contrast = contrastOf(control, treatment);
  if (contrast.kind !== 'ok') return contrast;
  const reach = normalQuantile((1 + level) / 2);
  const scale = Math.abs(contrast.control.value);
  const hasPrior = priorLiftDeviation !== null && scale > 0;
  const posterior = shrink(contrast.difference, contrast.standardError, hasPrior ? priorLiftDeviation * scale : null);
  const gain = better === 'higher' ? posterior.mean : -posterior.mean;
  return ifFinite({
    kind: 'ok',
    difference: posterior.mean,
    standardError: posterior.deviation,
    interval: {
      lower: posterior.mean - reach * posterior.deviation,
      upper: posterior.mean + reach * posterior.deviation,
    },
    chanceToBeatControl: normalCdf(gain / posterior.deviation),
    expectedLoss: {
      ofTreatment: expectedShortfall(gain, posterior.deviation),
      ofControl: expectedShortfall(-gain, posterior.deviation),
    },
    relative: shrinkLift(
      relativeLift(contrast.control, contrast.treatment, reach),
      hasPrior,
      priorLiftDeviation,
      reach,
    ),
  });
}

function shrink(mean: number, deviation: number, priorDeviation: number | null): { mean: number; deviation: number } {
  if (priorDeviation === null) return { mean, deviation };
  const weight = 1 / (1 + (deviation / priorDeviation) ** 2);
  return { mean: mean * weight, deviation: deviation * Math.sqrt(weight) };
}

function shrinkLift(
  relative: RelativeLift | NotEnoughData,
  hasPrior: boolean,
  priorDeviation: number | null,
  reach: number,
): RelativeLift | NotEnoughData {
  if (!hasPrior || relative.kind !== 'ok') return relative;
  const { mean, deviation } = shrink(relative.lift, relative.standardError, priorDeviation);
  const interval = { lower: mean - reach * deviation, upper: mean + reach * deviation };
  return { kind: 'ok', method: 'delta', lift: mean, standardError: deviation, interval };
}

/** E[max(0, −d)] of a normal d. */
function expectedShortfall(mean: number, deviation: number): number {
  const z = mean / deviation;
  return Math.max(0, deviation * normalDensity(z) - mean * normalCdf(-z));
}

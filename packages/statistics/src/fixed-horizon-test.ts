import { tCdf, tQuantile } from './distributions/student-t.ts';
import type { Estimate } from './estimate.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData, requireShare } from './not-enough-data.ts';
import { type RelativeLift, relativeLift } from './relative-lift.ts';
import type { Interval } from './wilson-interval.ts';

export interface Comparison {
  readonly kind: 'ok';
  /** Treatment − control. */
  readonly difference: number;
  readonly standardError: number;
  readonly interval: Interval;
  /** The difference in standard errors. */
  readonly statistic: number;
  readonly degreesOfFreedom: number | null;
  /** Two-sided. */
  readonly pValue: number;
  readonly relative: RelativeLift | NotEnoughData;
}

export interface LevelOptions {
  /** How often intervals hold the truth; 0.95 unless told. */
  readonly level?: number;
}

export const DEFAULT_LEVEL = 0.95;

/** Welch's test of two estimates, for one look at a time that was fixed before. */
export function fixedHorizonTest(
  control: Estimate | NotEnoughData,
  treatment: Estimate | NotEnoughData,
  { level = DEFAULT_LEVEL }: LevelOptions = {},
): Comparison | NotEnoughData {
  requireShare('level', level);
  const contrast = contrastOf(control, treatment);
  if (contrast.kind !== 'ok') return contrast;
  const { difference, standardError } = contrast;
  const degreesOfFreedom = welchDegreesOfFreedom(contrast.control, contrast.treatment);
  const statistic = difference / standardError;
  const reach = tQuantile((1 + level) / 2, degreesOfFreedom);
  return ifFinite({
    kind: 'ok',
    difference,
    standardError,
    interval: { lower: difference - reach * standardError, upper: difference + reach * standardError },
    statistic,
    degreesOfFreedom,
    pValue: Math.min(1, 2 * tCdf(-Math.abs(statistic), degreesOfFreedom)),
    relative: relativeLift(contrast.control, contrast.treatment, reach),
  });
}

export interface Contrast {
  readonly kind: 'ok';
  readonly control: Estimate;
  readonly treatment: Estimate;
  readonly difference: number;
  readonly standardError: number;
}

/** What every way of judging needs first: two estimates, of which at least one varies. */
export function contrastOf(
  control: Estimate | NotEnoughData,
  treatment: Estimate | NotEnoughData,
): Contrast | NotEnoughData {
  if (control.kind !== 'ok') return control;
  if (treatment.kind !== 'ok') return treatment;
  const difference = treatment.value - control.value;
  const standardError = Math.hypot(control.standardError, treatment.standardError);
  if (!areFinite(difference, standardError)) return notEnoughData('not_finite');
  if (standardError === 0) return notEnoughData('zero_variance');
  return { kind: 'ok', control, treatment, difference, standardError };
}

/** Welch–Satterthwaite. Parts are shares of the whole, so that huge variances do not overflow. */
function welchDegreesOfFreedom(control: Estimate, treatment: Estimate): number | null {
  if (control.degreesOfFreedom === null || treatment.degreesOfFreedom === null) return null;
  const total = Math.hypot(control.standardError, treatment.standardError);
  const ofControl = (control.standardError / total) ** 4 / control.degreesOfFreedom;
  const ofTreatment = (treatment.standardError / total) ** 4 / treatment.degreesOfFreedom;
  return 1 / (ofControl + ofTreatment);
}

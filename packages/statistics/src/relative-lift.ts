import type { Estimate } from './estimate.ts';
import { ifFinite, type NotEnoughData, notEnoughData } from './not-enough-data.ts';
import type { Interval } from './wilson-interval.ts';

/** (treatment − control) / |control|: above 0 is more, for negative means too. */
export interface RelativeLift {
  readonly kind: 'ok';
  readonly method: 'delta' | 'fieller';
  readonly lift: number;
  /** By the delta method. */
  readonly standardError: number;
  readonly interval: Interval;
}

/** Above this share of its mean, the control's standard error is too large for a straight line through a ratio. */
const MAX_DELTA_COEFFICIENT = 0.1;

/** The interval reaches so many standard errors: a quantile of a test, or the boundary of a confidence sequence. */
export function relativeLift(control: Estimate, treatment: Estimate, reach: number): RelativeLift | NotEnoughData {
  if (control.value === 0) return notEnoughData('zero_control_mean');
  const ratio = treatment.value / control.value;
  const sign = Math.sign(control.value);
  const ofControl = control.standardError / control.value;
  const ofTreatment = treatment.standardError / control.value;
  const standardError = Math.hypot(ofTreatment, ratio * ofControl);
  const isDelta = Math.abs(ofControl) <= MAX_DELTA_COEFFICIENT;
  const bounds = isDelta
    ? { lower: ratio - reach * standardError, upper: ratio + reach * standardError }
    : fiellerBounds(ratio, ofControl, ofTreatment, reach);
  if (bounds === null) return notEnoughData('control_mean_near_zero');
  const [lower, upper] = [sign * (bounds.lower - 1), sign * (bounds.upper - 1)];
  return ifFinite({
    kind: 'ok',
    method: isDelta ? 'delta' : 'fieller',
    lift: sign * (ratio - 1),
    standardError,
    interval: sign > 0 ? { lower, upper } : { lower: upper, upper: lower },
  });
}

/**
 * All ratios r for which treatment − r·control is within reach of 0 (Fieller 1954). Null where they have no bounds:
 * the control itself is within reach of 0.
 */
function fiellerBounds(ratio: number, ofControl: number, ofTreatment: number, reach: number): Interval | null {
  const g = (reach * ofControl) ** 2;
  if (g >= 1) return null;
  const center = ratio / (1 - g);
  const half = (reach * Math.sqrt(ofTreatment ** 2 * (1 - g) + (ratio * ofControl) ** 2)) / (1 - g);
  return { lower: center - half, upper: center + half };
}

import { normalCdf, normalQuantile } from './distributions/normal.ts';
import { type Conversions, estimateShare, faultOfConversions } from './estimate.ts';
import { type Comparison, DEFAULT_LEVEL, type LevelOptions } from './fixed-horizon-test.ts';
import { ifFinite, type NotEnoughData, notEnoughData, requireShare } from './not-enough-data.ts';
import { relativeLift } from './relative-lift.ts';
import { type Interval, scoreInterval } from './wilson-interval.ts';

/**
 * Two shares at a fixed horizon. The p-value is that of the pooled z-test; the interval of the difference is
 * Newcombe's (1998, method 10), made of both Wilson intervals, so it stays within −1 and 1 and is honest for rare
 * events. The lift is that of the delta method.
 */
export function proportionTest(
  control: Conversions,
  treatment: Conversions,
  { level = DEFAULT_LEVEL }: LevelOptions = {},
): Comparison | NotEnoughData {
  requireShare('level', level);
  const fault = faultOfConversions(control) ?? faultOfConversions(treatment);
  if (fault !== null) return fault;
  const units = control.units + treatment.units;
  const pooled = (control.converted + treatment.converted) / units;
  const standardError = Math.sqrt(pooled * (1 - pooled) * (1 / control.units + 1 / treatment.units));
  if (!(standardError > 0)) return notEnoughData('zero_variance');
  const reach = normalQuantile((1 + level) / 2);
  const [ofControl, ofTreatment] = [estimateShare(control), estimateShare(treatment)];
  if (ofControl.kind !== 'ok') return ofControl;
  if (ofTreatment.kind !== 'ok') return ofTreatment;
  const difference = ofTreatment.value - ofControl.value;
  const statistic = difference / standardError;
  return ifFinite({
    kind: 'ok',
    difference,
    standardError,
    interval: newcombeInterval(control, treatment, reach),
    statistic,
    degreesOfFreedom: null,
    pValue: Math.min(1, 2 * normalCdf(-Math.abs(statistic))),
    relative: relativeLift(ofControl, ofTreatment, reach),
  });
}

function newcombeInterval(control: Conversions, treatment: Conversions, reach: number): Interval {
  const [c, t] = [control.converted / control.units, treatment.converted / treatment.units];
  const ofC = scoreInterval(control.converted, control.units, reach);
  const ofT = scoreInterval(treatment.converted, treatment.units, reach);
  return {
    lower: t - c - Math.hypot(t - ofT.lower, ofC.upper - c),
    upper: t - c + Math.hypot(ofT.upper - t, c - ofC.lower),
  };
}

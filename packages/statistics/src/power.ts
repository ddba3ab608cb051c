import { DEFAULT_TARGET_UNITS, mixtureScale, sequentialReach } from './confidence-sequence.ts';
import { normalCdf, normalQuantile } from './distributions/normal.ts';
import { DEFAULT_LEVEL } from './fixed-horizon-test.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData, requireShare } from './not-enough-data.ts';

/** What is known of the control before: a mean with its variance, or a share. */
export type Baseline =
  | { readonly kind: 'mean'; readonly mean: number; readonly variance: number }
  | { readonly kind: 'share'; readonly share: number };

export interface PlanOptions {
  readonly level?: number;
  /** The chance to find an effect that is there; 0.8 unless told. */
  readonly power?: number;
  /** Shares of all units that the two variants get; a half each unless told. */
  readonly split?: { readonly control: number; readonly treatment: number };
  /** How it will be judged; a sequence needs more units, and may be stopped early. */
  readonly method?: 'fixed' | 'sequential';
  readonly targetUnits?: number;
}

export const DEFAULT_POWER = 0.8;
const MAX_UNITS = 1e15;
const HALVINGS = 200;
/** An effect of so many standard deviations is found with any number of units. */
const MAX_DEVIATIONS = 1e6;

/** The chance that a lift is found, two-sided, with so many units of the whole experiment. */
export function powerFor(
  baseline: Baseline,
  lift: number,
  units: number,
  options: PlanOptions = {},
): { readonly kind: 'ok'; readonly power: number } | NotEnoughData {
  const plan = planFor(baseline, lift, options);
  if (plan.kind !== 'ok') return plan;
  if (!areFinite(units)) return notEnoughData('not_finite');
  if (units <= 0) return notEnoughData('no_units');
  return ifFinite({ kind: 'ok', power: plan.powerAt(units) });
}

export interface UnitsNeeded {
  readonly kind: 'ok';
  /** Of the whole experiment. */
  readonly units: number;
  readonly control: number;
  readonly treatment: number;
}

export function unitsFor(baseline: Baseline, lift: number, options: PlanOptions = {}): UnitsNeeded | NotEnoughData {
  const { power = DEFAULT_POWER, split = HALVES } = options;
  requireShare('power', power);
  const plan = planFor(baseline, lift, options);
  if (plan.kind !== 'ok') return plan;
  if (!(plan.powerAt(MAX_UNITS) >= power)) return notEnoughData('no_effect');
  const units = firstWhere(0, MAX_UNITS, (count) => plan.powerAt(count) >= power);
  const [control, treatment] = [Math.ceil(units * split.control), Math.ceil(units * split.treatment)];
  return ifFinite({ kind: 'ok', units: Math.max(control + treatment, Math.ceil(units)), control, treatment });
}

export interface DetectableLift {
  readonly kind: 'ok';
  /** The smallest increase that is found with the power asked for. */
  readonly lift: number;
  readonly difference: number;
}

export function smallestDetectableLift(
  baseline: Baseline,
  units: number,
  options: PlanOptions = {},
): DetectableLift | NotEnoughData {
  const { power = DEFAULT_POWER } = options;
  requireShare('power', power);
  if (!areFinite(units)) return notEnoughData('not_finite');
  if (units <= 0) return notEnoughData('no_units');
  const value = Math.abs(baseline.kind === 'mean' ? baseline.mean : baseline.share);
  const fault = planFor(baseline, Number.EPSILON, options);
  if (fault.kind !== 'ok') return fault;
  const powerAt = (difference: number): number => {
    const plan = planFor(baseline, difference / value, options);
    return plan.kind === 'ok' ? plan.powerAt(units) : 1;
  };
  const largest = baseline.kind === 'share' ? 1 - value : MAX_DEVIATIONS * Math.sqrt(baseline.variance);
  if (baseline.kind === 'share' && powerAt(largest * (1 - 1e-9)) < power) return notEnoughData('too_few_units');
  const difference = firstWhere(0, largest, (candidate) => powerAt(candidate) >= power);
  return ifFinite({ kind: 'ok', lift: difference / value, difference });
}

/** Whole days until enough units have come, at the pace of the last ones. */
export function daysToGo(
  unitsNeeded: number,
  unitsSoFar: number,
  unitsPerDay: number,
): { readonly kind: 'ok'; readonly days: number } | NotEnoughData {
  if (!areFinite(unitsNeeded, unitsSoFar, unitsPerDay)) return notEnoughData('not_finite');
  if (unitsNeeded < 0 || unitsSoFar < 0 || unitsPerDay < 0) return notEnoughData('impossible_input');
  if (unitsSoFar >= unitsNeeded) return { kind: 'ok', days: 0 };
  if (unitsPerDay === 0) return notEnoughData('no_traffic');
  const days = Math.ceil((unitsNeeded - unitsSoFar) / unitsPerDay);
  return ifFinite({ kind: 'ok', days });
}

const HALVES = { control: 0.5, treatment: 0.5 } as const;

interface Plan {
  readonly kind: 'ok';
  readonly powerAt: (units: number) => number;
}

function planFor(baseline: Baseline, lift: number, options: PlanOptions): Plan | NotEnoughData {
  const { level = DEFAULT_LEVEL, split = HALVES, method = 'fixed', targetUnits = DEFAULT_TARGET_UNITS } = options;
  requireShare('level', level);
  requireShare('split.control', split.control);
  requireShare('split.treatment', split.treatment);
  if (split.control + split.treatment > 1 + 1e-9) throw new RangeError('shares of units add up to 1 at most');
  const spread = spreadOf(baseline, lift, split);
  if (spread.kind !== 'ok') return spread;
  const rho = mixtureScale(1 - level, targetUnits);
  const z = normalQuantile((1 + level) / 2);
  const pairShare = split.control + split.treatment;
  const powerAt = (units: number): number => {
    const reach = method === 'fixed' ? z : sequentialReach(units * pairShare, 1 - level, rho);
    const threshold = reach * (spread.underNoEffect / spread.underEffect);
    const effect = (spread.difference / spread.underEffect) * Math.sqrt(units);
    return normalCdf(effect - threshold) + normalCdf(-effect - threshold);
  };
  return { kind: 'ok', powerAt };
}

interface Spread {
  readonly kind: 'ok';
  readonly difference: number;
  /** Standard errors of the difference with one unit: with n units they are √n times smaller. */
  readonly underNoEffect: number;
  readonly underEffect: number;
}

function spreadOf(
  baseline: Baseline,
  lift: number,
  split: { readonly control: number; readonly treatment: number },
): Spread | NotEnoughData {
  if (!areFinite(lift)) return notEnoughData('not_finite');
  if (lift === 0) return notEnoughData('no_effect');
  if (baseline.kind === 'mean') {
    const { mean, variance } = baseline;
    if (!areFinite(mean, variance)) return notEnoughData('not_finite');
    if (variance < 0) return notEnoughData('impossible_input');
    if (variance === 0) return notEnoughData('zero_variance');
    if (mean === 0) return notEnoughData('zero_control_mean');
    const deviation = Math.sqrt(variance * (1 / split.control + 1 / split.treatment));
    return { kind: 'ok', difference: Math.abs(lift * mean), underNoEffect: deviation, underEffect: deviation };
  }
  const { share } = baseline;
  if (!areFinite(share)) return notEnoughData('not_finite');
  if (share === 0) return notEnoughData('zero_control_mean');
  const shifted = share * (1 + lift);
  if (share < 0 || share >= 1 || shifted < 0 || shifted > 1) return notEnoughData('impossible_input');
  const pooled = (share * split.control + shifted * split.treatment) / (split.control + split.treatment);
  return {
    kind: 'ok',
    difference: Math.abs(shifted - share),
    underNoEffect: Math.sqrt(pooled * (1 - pooled) * (1 / split.control + 1 / split.treatment)),
    underEffect: Math.sqrt((share * (1 - share)) / split.control + (shifted * (1 - shifted)) / split.treatment),
  };
}

/** Where a condition that stays true once it is becomes true, found by halving. */
function firstWhere(from: number, to: number, isTrue: (value: number) => boolean): number {
  let [below, above] = [from, to];
  for (let step = 0; step < HALVINGS && below < above; step += 1) {
    const middle = (below + above) / 2;
    if (middle === below || middle === above) break;
    if (isTrue(middle)) above = middle;
    else below = middle;
  }
  return above;
}

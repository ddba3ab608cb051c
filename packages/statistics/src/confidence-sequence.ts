import { normalCdf, normalDensity } from './distributions/normal.ts';
import type { Estimate } from './estimate.ts';
import { type Comparison, type Contrast, contrastOf, DEFAULT_LEVEL, type LevelOptions } from './fixed-horizon-test.ts';
import { ifFinite, type NotEnoughData, requireShare } from './not-enough-data.ts';
import { relativeLift } from './relative-lift.ts';

export interface SequentialOptions extends LevelOptions {
  /** The number of units, of both variants together, at which the sequence is at its narrowest. */
  readonly targetUnits?: number;
}

export const DEFAULT_TARGET_UNITS = 5_000;

/**
 * Asymptotic confidence sequence of a difference (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024): its intervals
 * hold the truth at all looks together, so one may look after every event and stop at any time. The p-value is valid
 * at every look as well.
 */
export function sequentialTest(
  control: Estimate | NotEnoughData,
  treatment: Estimate | NotEnoughData,
  { level = DEFAULT_LEVEL, targetUnits = DEFAULT_TARGET_UNITS }: SequentialOptions = {},
): Comparison | NotEnoughData {
  const contrast = steadyContrastOf(control, treatment);
  const alpha = 1 - level;
  const rho = mixtureScale(alpha, targetUnits);
  if (contrast.kind !== 'ok') return contrast;
  const { difference, standardError } = contrast;
  const units = contrast.control.units + contrast.treatment.units;
  const reach = sequentialReach(units, alpha, rho);
  const statistic = difference / standardError;
  return ifFinite({
    kind: 'ok',
    difference,
    standardError,
    interval: { lower: difference - reach * standardError, upper: difference + reach * standardError },
    statistic,
    degreesOfFreedom: null,
    pValue: Math.min(1, Math.exp(-logTwoSidedEvidence(units, statistic, rho))),
    relative: relativeLift(contrast.control, contrast.treatment, reach),
  });
}

/** Below this share of the units of both, the smaller variant is too small to be looked at early on its own. */
const MIN_BALANCED_SHARE = 0.4;

/**
 * Few units of a skewed metric have not had a large value yet: their mean and their variance are both too low, and at
 * an early look that passes for a sure decrease. So in an uneven split, as of a rollout that begins with 1 %, the
 * smaller variant is taken to vary at least as much as all units do. An even split needs no such care.
 */
function steadyContrastOf(
  control: Estimate | NotEnoughData,
  treatment: Estimate | NotEnoughData,
): Contrast | NotEnoughData {
  const contrast = contrastOf(control, treatment);
  if (contrast.kind !== 'ok') return contrast;
  const variants = [contrast.control, contrast.treatment] as const;
  const units = variants[0].units + variants[1].units;
  const pooled = Math.hypot(...variants.map((variant) => variant.standardError * (variant.units / Math.sqrt(units))));
  const [steadyControl, steadyTreatment] = variants.map((variant) => {
    if (variant.units >= MIN_BALANCED_SHARE * units) return variant;
    return { ...variant, standardError: Math.max(variant.standardError, pooled / Math.sqrt(variant.units)) };
  });
  return contrastOf(steadyControl ?? control, steadyTreatment ?? treatment);
}

/** The ρ that makes the sequence narrowest at the target. */
export function mixtureScale(alpha: number, targetUnits: number): number {
  requireShare('level', 1 - alpha);
  if (!(targetUnits > 0 && Number.isFinite(targetUnits))) throw new RangeError('targetUnits is above 0');
  return Math.sqrt((-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / targetUnits);
}

/** Half the width of the sequence in standard errors: what 1.96 is to a fixed horizon. */
export function sequentialReach(units: number, alpha: number, rho: number): number {
  const growth = units * rho ** 2;
  return Math.sqrt(((2 * (growth + 1)) / growth) * (Math.log1p(growth) / 2 - Math.log(alpha)));
}

function logTwoSidedEvidence(units: number, statistic: number, rho: number): number {
  const growth = units * rho ** 2;
  return ((growth / (growth + 1)) * statistic ** 2 - Math.log1p(growth)) / 2;
}

export interface GuardrailOptions extends SequentialOptions {
  /** The direction that does harm. */
  readonly harm: 'increase' | 'decrease';
  /** A change of the metric up to this much, in its own unit, is put up with. */
  readonly margin?: number;
}

export interface GuardrailTest {
  readonly kind: 'ok';
  readonly difference: number;
  readonly standardError: number;
  /** In the direction of harm, the least change that is still likely: harm is shown when it is beyond the margin. */
  readonly bound: number;
  readonly pValue: number;
  readonly isBreached: boolean;
}

/** One-sided, always valid: whether the treatment does harm. A mixture over harmful changes only, so it sees them sooner. */
export function guardrailTest(
  control: Estimate | NotEnoughData,
  treatment: Estimate | NotEnoughData,
  { level = DEFAULT_LEVEL, targetUnits = DEFAULT_TARGET_UNITS, harm, margin = 0 }: GuardrailOptions,
): GuardrailTest | NotEnoughData {
  const contrast = steadyContrastOf(control, treatment);
  const alpha = 1 - level;
  const rho = mixtureScale(alpha, targetUnits);
  if (!(margin >= 0 && Number.isFinite(margin))) throw new RangeError('margin is 0 or more');
  if (contrast.kind !== 'ok') return contrast;
  const { difference, standardError } = contrast;
  const units = contrast.control.units + contrast.treatment.units;
  const sign = harm === 'increase' ? 1 : -1;
  const statistic = (sign * difference - margin) / standardError;
  const pValue = Math.min(1, Math.exp(-logOneSidedEvidence(units, statistic, rho)));
  const bound = difference - sign * oneSidedReach(units, alpha, rho) * standardError;
  return ifFinite({ kind: 'ok', difference, standardError, bound, pValue, isBreached: pValue <= alpha });
}

/** Of a half-normal mixture: 2 / √(nρ²+1) · exp(x²/2) · Φ(x), x = z √(nρ² / (nρ²+1)). */
function logOneSidedEvidence(units: number, statistic: number, rho: number): number {
  const growth = units * rho ** 2;
  const x = statistic * Math.sqrt(growth / (growth + 1));
  // Far on the harmless side Φ(x) is 0 in floating point, where the whole is a small number as well.
  if (x < -30) return -Math.log1p(growth) / 2 - Math.log(-x);
  return Math.LN2 - Math.log1p(growth) / 2 + x ** 2 / 2 + Math.log(normalCdf(x));
}

/** Where the evidence is 1/α, by Newton's method: its logarithm is convex, so every start leads there. */
function oneSidedReach(units: number, alpha: number, rho: number): number {
  const growth = units * rho ** 2;
  const needed = Math.log1p(growth) / 2 - Math.log(2 * alpha);
  let x = Math.sqrt(2 * Math.max(0, needed));
  for (let step = 0; step < 20; step += 1) {
    const below = normalCdf(x);
    const change = (x ** 2 / 2 + Math.log(below) - needed) / (x + normalDensity(x) / below);
    x -= change;
    if (Math.abs(change) < 1e-14) break;
  }
  return x / Math.sqrt(growth / (growth + 1));
}

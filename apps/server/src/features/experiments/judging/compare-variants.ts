import {
  bayesianComparison,
  fixedHorizonTest,
  guardrailTest,
  type Interval,
  type MissingReason,
  type NotEnoughData,
  proportionTest,
  type RelativeLift,
  sequentialTest,
} from '@lamppost/statistics/experiments';
import type { Analysis, MetricDirection } from '../experiment-store.ts';
import type { VariantEstimate } from './metric-estimates.ts';

/** A treatment against the control; what cannot be told is null. */
export interface VariantComparison {
  readonly liftAbs: number | null;
  readonly liftRel: number | null;
  readonly interval: Interval | null;
  readonly intervalAbs: Interval | null;
  readonly pValue: number | null;
  readonly chanceToBeat: number | null;
  readonly expectedLoss: number | null;
  readonly isBreached: boolean | null;
  /** Why there is nothing to tell. */
  readonly missing: MissingReason | null;
}

export interface ComparisonRule {
  readonly analysis: Pick<Analysis, 'engine' | 'confidenceLevel'>;
  readonly direction: MetricDirection;
  /** Of a guardrail: the relative harm that is tolerated; null: it is none. */
  readonly margin: number | null;
}

interface Difference {
  readonly kind: 'ok';
  readonly difference: number;
  readonly interval: Interval;
  readonly pValue?: number;
  readonly relative: RelativeLift | NotEnoughData;
}

export function compareVariants(
  control: VariantEstimate,
  treatment: VariantEstimate,
  { analysis, direction, margin }: ComparisonRule,
): VariantComparison {
  const level = analysis.confidenceLevel;
  const better = direction === 'increase' ? 'higher' : 'lower';
  const bayesian = bayesianComparison(control.estimate, treatment.estimate, { level, better });
  const isGuardrail = margin !== null;
  const compared = isGuardrail
    ? sequentialTest(control.estimate, treatment.estimate, { level })
    : differenceOf(control, treatment, analysis);
  const guardrail =
    isGuardrail && control.estimate.kind === 'ok'
      ? guardrailTest(control.estimate, treatment.estimate, {
          level,
          harm: direction === 'increase' ? 'decrease' : 'increase',
          margin: margin * Math.abs(control.estimate.value),
        })
      : null;
  const relative = compared.kind === 'ok' && compared.relative.kind === 'ok' ? compared.relative : null;
  const ownP = compared.kind === 'ok' ? (compared.pValue ?? null) : null;
  return {
    liftAbs: compared.kind === 'ok' ? compared.difference : plainDifference(control, treatment),
    liftRel: relative?.lift ?? plainLift(control, treatment),
    interval: relative?.interval ?? null,
    intervalAbs: compared.kind === 'ok' ? compared.interval : null,
    pValue: isGuardrail ? (guardrail?.kind === 'ok' ? guardrail.pValue : null) : ownP,
    chanceToBeat: bayesian.kind === 'ok' ? bayesian.chanceToBeatControl : null,
    expectedLoss: bayesian.kind === 'ok' ? bayesian.expectedLoss.ofTreatment : null,
    isBreached: guardrail?.kind === 'ok' ? guardrail.isBreached : null,
    missing: compared.kind === 'ok' ? null : compared.reason,
  };
}

function differenceOf(
  control: VariantEstimate,
  treatment: VariantEstimate,
  { engine, confidenceLevel: level }: ComparisonRule['analysis'],
): Difference | NotEnoughData {
  if (engine === 'sequential') return sequentialTest(control.estimate, treatment.estimate, { level });
  if (engine === 'bayesian') return bayesianComparison(control.estimate, treatment.estimate, { level });
  if (control.conversions !== null && treatment.conversions !== null) {
    return proportionTest(control.conversions, treatment.conversions, { level });
  }
  return fixedHorizonTest(control.estimate, treatment.estimate, { level });
}

const judgedValue = ({ value, adjustedValue }: VariantEstimate): number | null => adjustedValue ?? value;

/** What is seen, where nothing can be said of how sure it is. */
function plainDifference(control: VariantEstimate, treatment: VariantEstimate): number | null {
  const [c, t] = [judgedValue(control), judgedValue(treatment)];
  return c === null || t === null ? null : finite(t - c);
}

function plainLift(control: VariantEstimate, treatment: VariantEstimate): number | null {
  const [c, t] = [judgedValue(control), judgedValue(treatment)];
  return c === null || t === null || c === 0 ? null : finite((t - c) / Math.abs(c));
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

import type { Estimate, NotEnoughData } from '@lamppost/statistics/experiments';
import { plural } from '../../telemetry/plural.ts';
import type { Metric } from '../experiments/experiment-store.ts';
import type { ArmEvidence, GuardrailEvidence } from './guardrail-evidence.ts';

/** Loaded when the first rollout is watched: it takes a quarter of a second and 16 MB. */
export type Statistics = typeof import('@lamppost/statistics/experiments');

export interface Arm {
  readonly units: number;
  readonly estimate: Estimate | NotEnoughData;
}

export interface GuardrailRule extends Pick<Metric, 'direction' | 'margin'> {
  /** Of this guardrail alone. */
  readonly level: number;
}

/** In each arm, before anything is judged: tests of means say nothing of a handful. */
export const MIN_JUDGED_UNITS = 20;

/** Whether those who were served the new value are worse off. Holds however often it is asked. */
export function judgeGuardrail(
  { guardrailTest }: Pick<Statistics, 'guardrailTest'>,
  treatment: Arm,
  control: Arm,
  { direction, margin, level }: GuardrailRule,
): GuardrailEvidence {
  const arms = { treatment: armEvidence(treatment), control: armEvidence(control) };
  const nothing = (reason: string): GuardrailEvidence => ({
    state: 'not_enough_data',
    reason,
    ...arms,
    liftRel: null,
    pValue: null,
  });
  const fewest = Math.min(treatment.units, control.units);
  if (fewest < MIN_JUDGED_UNITS) {
    const side = treatment.units <= control.units ? 'with' : 'without';
    return nothing(`${plural(fewest, 'user')} ${side} the new value so far; at least ${MIN_JUDGED_UNITS} are needed.`);
  }
  const harm = direction === 'increase' ? 'decrease' : 'increase';
  const tolerated = control.estimate.kind === 'ok' ? margin * Math.abs(control.estimate.value) : 0;
  const test = guardrailTest(control.estimate, treatment.estimate, { level, harm, margin: tolerated });
  if (test.kind !== 'ok') return nothing(SENTENCES[test.reason] ?? 'There is nothing to compare yet.');
  const base = control.estimate.kind === 'ok' ? Math.abs(control.estimate.value) : 0;
  return {
    state: test.isBreached ? 'breached' : 'ok',
    reason: null,
    ...arms,
    liftRel: base === 0 ? null : test.difference / base,
    pValue: test.pValue,
  };
}

/** Each of several guardrails is judged so strictly that all together are wrong as rarely as asked. */
export const levelOfEach = (level: number, guardrails: number): number => 1 - (1 - level) / Math.max(1, guardrails);

const armEvidence = ({ units, estimate }: Arm): ArmEvidence => ({
  units,
  value: estimate.kind === 'ok' ? estimate.value : null,
});

const SENTENCES: Readonly<Partial<Record<NotEnoughData['reason'], string>>> = {
  zero_variance: 'All users have the same value in this metric so far.',
  no_units: 'One side has no values of this metric yet.',
  one_unit: 'One side has only one value of this metric so far.',
  too_few_units: 'Not enough values for this metric yet.',
  zero_denominator: 'The denominator is 0 so far.',
  not_finite: 'Some values are too large to add up.',
};

import { Unacceptable } from '../../../control/control-errors.ts';
import type { RampStep } from './ramp.ts';

const MAX_STEPS = 20;
const MAX_HOLD_MINUTES = 43_200;
const MAX_MIN_UNITS = 1_000_000;

/** Throws Unacceptable, naming the step. */
export function readRampSteps(steps: readonly RampStep[]): readonly RampStep[] {
  if (steps.length === 0 || steps.length > MAX_STEPS) {
    throw new Unacceptable('steps', `A ramp must have 1 to ${MAX_STEPS} steps.`);
  }
  let before = 0;
  for (const [index, { percentage, holdMinutes, minUnits }] of steps.entries()) {
    if (!(percentage > before && percentage <= 100)) {
      refuse(index, 'percentage', 'Percentages must increase from step to step, up to 100.');
    }
    before = percentage;
    if (!(holdMinutes >= 0 && holdMinutes <= MAX_HOLD_MINUTES)) {
      refuse(index, 'hold_minutes', `A step can last 0 to ${MAX_HOLD_MINUTES} minutes (30 days).`);
    }
    if (minUnits !== null && !(Number.isInteger(minUnits) && minUnits >= 0 && minUnits <= MAX_MIN_UNITS)) {
      refuse(index, 'min_units', `min_units must be a whole number from 0 to ${MAX_MIN_UNITS}.`);
    }
  }
  return steps;
}

function refuse(index: number, field: string, message: string): never {
  throw new Unacceptable(`steps.${index}.${field}`, message);
}

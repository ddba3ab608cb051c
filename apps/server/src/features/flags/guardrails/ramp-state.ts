import type { Ramp, RampStatus } from './ramp.ts';

/** A ramp as it is stored, logged and shown. */
export type RampState = {
  readonly id: string;
  readonly value: unknown;
  readonly steps: readonly RampStepState[];
  readonly step: number;
  readonly step_since: string;
  readonly status: RampStatus;
  readonly reason: string | null;
};

export type RampStepState = {
  readonly percentage: number;
  readonly hold_minutes: number;
  readonly min_units: number | null;
};

export function rampState({ id, value, steps, step, stepSinceMs, status, reason }: Ramp): RampState {
  return {
    id,
    value,
    steps: steps.map(({ percentage, holdMinutes, minUnits }) => ({
      percentage,
      hold_minutes: holdMinutes,
      min_units: minUnits,
    })),
    step,
    step_since: new Date(stepSinceMs).toISOString(),
    status,
    reason,
  };
}

export function readRamp({ step_since, steps, ...ramp }: RampState): Ramp {
  return { ...ramp, steps: steps.map(readRampStep), stepSinceMs: Date.parse(step_since) };
}

export const readRampStep = ({ percentage, hold_minutes, min_units }: RampStepState) => ({
  percentage,
  holdMinutes: hold_minutes,
  minUnits: min_units,
});

import type { Wire } from '@lamppost/protocol';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatDuration } from '../../../design/format/format-duration.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { MINUTE_MS } from '../../../design/format/units.ts';
import type { Tone } from '../../../design/primitives/status-badge.tsx';

export type Ramp = NonNullable<Wire['RampAnswer']['data']>;

export const rampStates: Readonly<Record<Ramp['status'], { readonly label: string; readonly tone: Tone }>> = {
  running: { label: 'Ramping', tone: 'good' },
  paused: { label: 'Paused', tone: 'warn' },
  completed: { label: 'Completed', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'bad' },
};

export interface StepDraft {
  readonly id: string;
  readonly percentage: number;
  readonly holdHours: number;
  /** Users who must have been served the value first; null is the server's choice. */
  readonly minUnits: number | null;
}

/** 1 → 5 → 10 → 25 → 50 → 100 %. */
export const presetSteps: readonly StepDraft[] = [
  { id: 's1', percentage: 1, holdHours: 1, minUnits: null },
  { id: 's2', percentage: 5, holdHours: 4, minUnits: null },
  { id: 's3', percentage: 10, holdHours: 12, minUnits: null },
  { id: 's4', percentage: 25, holdHours: 24, minUnits: null },
  { id: 's5', percentage: 50, holdHours: 24, minUnits: null },
  { id: 's6', percentage: 100, holdHours: 0, minUnits: null },
];

/** What the server would refuse, by the id of the step. */
export function stepProblems(steps: readonly StepDraft[]): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    if (!(step.percentage > 0 && step.percentage <= 100)) problems[step.id] = 'Between 0 % and 100 %';
    else if (before !== undefined && step.percentage <= before.percentage) {
      problems[step.id] = `Must be above ${formatPercent(before.percentage)}`;
    }
  }
  return problems;
}

export const stepsBody = (steps: readonly StepDraft[]): Wire['RampBody']['steps'] =>
  steps.map(({ percentage, holdHours, minUnits }) => ({
    percentage,
    hold_minutes: Math.round(holdHours * 60),
    ...(minUnits === null ? {} : { min_units: minUnits }),
  }));

export type StepState = 'done' | 'current' | 'next';

/** Where a ramp is: what lies behind it, what is in force, what comes. */
export function stepState({ step, status }: Pick<Ramp, 'step' | 'status'>, index: number): StepState {
  if (index < step || (status === 'completed' && index === step)) return 'done';
  return index === step ? 'current' : 'next';
}

/** "for 4 h", "for 1 d, 200 users" */
export function holdText({ hold_minutes: minutes, min_units: units }: Ramp['steps'][number]): string {
  const time = minutes === 0 ? 'no wait' : `for ${formatDuration(minutes * MINUTE_MS)}`;
  return units === null || units === 0 ? time : `${time}, ${formatCount(units, 'user')}`;
}

/** A kill by a guardrail names it; one by a person does not begin like this. */
export const isGuardrailKill = (reason: string): boolean => reason.startsWith('Guardrail breached:');

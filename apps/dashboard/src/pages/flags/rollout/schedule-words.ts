import type { Wire } from '@lamppost/protocol';
import { rolloutText } from '../targeting/rule-words.ts';

export type Schedule = Wire['ScheduleRow'];
type Step = Schedule['steps'][number];

export const scheduleStates = {
  scheduled: { label: 'Scheduled', tone: 'accent' },
  completed: { label: 'Completed', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'warn' },
} as const;

/** "true for 50 % of users", with how late it was where that matters. */
export function stepText({ after, late_seconds: late }: Step): string {
  const parts = [
    ...(after.rollout == null ? [] : [rolloutText(after.rollout)]),
    ...(after.rules === undefined ? [] : [`${after.rules.length === 1 ? '1 rule' : `${after.rules.length} rules`}`]),
  ];
  return `${parts.join(', ')}${late !== null && late >= 60 ? ` (${Math.floor(late / 60)} min late)` : ''}`;
}

export interface StepDraft {
  readonly id: string;
  /** As a field for date and time has it. */
  readonly at: string;
  readonly percentage: number;
}

/** What is wrong with the steps; undefined when nothing is. */
export function scheduleProblem(steps: readonly StepDraft[]): string | undefined {
  if (steps.some(({ at }) => at === '')) return 'Choose a time for each step';
  const isSorted = steps.every(({ at }, index) => index === 0 || at > (steps[index - 1]?.at ?? ''));
  return isSorted ? undefined : 'Each step must be later than the one before';
}

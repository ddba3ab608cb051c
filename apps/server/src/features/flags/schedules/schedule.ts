import type { Actor } from '../../../control/actor.ts';
import type { Rollout, Rule } from '../../../edge/targeting-rules.ts';
import type { TargetingState } from '../targeting-state.ts';

export type ScheduleStatus = 'scheduled' | 'completed' | 'cancelled' | 'stopped';

/** What a step changes; the rest of the targeting is left alone. */
export interface StepChange {
  readonly rules?: readonly Rule[];
  readonly rollout?: Pick<Rollout, 'percentage' | 'value'>;
}

export interface ScheduleStep {
  readonly atMs: number;
  readonly change: StepChange;
  /** The parts that it changes, as they are before and after. */
  readonly before: StepParts;
  readonly after: StepParts;
  readonly doneAtMs: number | null;
}

export type StepParts = Partial<Pick<TargetingState, 'rules'>> & {
  readonly rollout?: Pick<Rollout, 'percentage' | 'value'> | null;
};

/** Changes of a flag's targeting that are made later, one after another. */
export interface Schedule {
  readonly id: string;
  readonly projectId: string;
  readonly flagId: string;
  readonly environmentId: string;
  readonly author: Actor;
  readonly comment: string | null;
  /** In the order of their times. */
  readonly steps: readonly ScheduleStep[];
  /** Which one is next. */
  readonly step: number;
  readonly status: ScheduleStatus;
  /** Why it was stopped. */
  readonly reason: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** When its next step is due; null when it is over. */
export const nextAtOf = ({ status, steps, step }: Schedule): number | null =>
  status === 'scheduled' ? (steps[step]?.atMs ?? null) : null;

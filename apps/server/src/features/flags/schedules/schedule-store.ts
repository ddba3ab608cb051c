import type { Actor } from '../../../control/actor.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import type { NewRule, TargetingScope } from '../flag-store.ts';
import type { Schedule } from './schedule.ts';

export interface NewSchedule {
  /** Made by the caller, so that what is approved later is the same schedule. */
  readonly id: string;
  readonly steps: readonly {
    /** An instant, or a wall-clock time in the time zone of the project. */
    readonly at: string;
    readonly rules?: readonly NewRule[];
    readonly rollout?: { readonly percentage: number; readonly value: unknown };
  }[];
}

/**
 * Changes of targeting that are made later.
 *
 * Promises:
 * - a step is in the future, later than the one before, and changes something (Unacceptable names it);
 * - a step is made once, together with the record that it was, by whoever asks first;
 * - a step whose parts were changed since it was planned is not made: the schedule stops and says why;
 * - at most 20 schedules of a flag wait in an environment (WrongState 'TOO_MANY_SCHEDULES');
 * - what the project does not have: undefined, and nothing changes.
 */
export interface ScheduleStore {
  create(scope: TargetingScope, schedule: NewSchedule, actor: Actor, comment?: string): Promise<Schedule | undefined>;
  list(scope: TargetingScope, page: PageRequest): Promise<Page<Schedule> | undefined>;
  find(projectId: string, id: string): Promise<Schedule | undefined>;
  /** WrongState 'SCHEDULE_OVER' for one that is completed, cancelled or stopped. */
  cancel(projectId: string, id: string, actor: Actor, comment?: string): Promise<Schedule | undefined>;
  /** Of all projects, the earliest first. */
  due(nowMs: number): Promise<readonly Schedule[]>;
  /** Makes the step, or stops the schedule. False when it is not due, or somebody else was first. */
  runStep(projectId: string, id: string, step: number, nowMs: number): Promise<boolean>;
}

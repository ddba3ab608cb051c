import { isDeepStrictEqual } from 'node:util';
import { Unacceptable } from '../../../control/control-errors.ts';
import type { Targeting } from '../flag-store.ts';
import type { ScheduleStep, StepChange, StepParts } from './schedule.ts';

type Now = Pick<Targeting, 'rules' | 'rollout'>;

/** The steps with the difference that each makes, the first against what is there now, the others against the step before. */
export function planSteps(
  now: Now,
  steps: readonly { readonly atMs: number; readonly change: StepChange }[],
): ScheduleStep[] {
  let parts = partsOf(now);
  return steps.map(({ atMs, change }, index) => {
    const previous = steps[index - 1];
    if (previous !== undefined && atMs <= previous.atMs) {
      throw new Unacceptable(`steps.${index}.at`, `steps.${index}.at must be later than the step before.`);
    }
    const before = changedParts(parts, change);
    const after: StepParts = { ...change };
    if (isDeepStrictEqual(before, after)) {
      throw new Unacceptable(`steps.${index}`, `steps.${index} changes nothing.`);
    }
    parts = { ...parts, ...after } as Required<StepParts>;
    return { atMs, change, before, after, doneAtMs: null };
  });
}

/** Whether what a step changes is still as it was when it was planned. */
export const isAsPlanned = (now: Now, { change, before }: Pick<ScheduleStep, 'change' | 'before'>): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(changedParts(partsOf(now), change))), JSON.parse(JSON.stringify(before)));

function partsOf({ rules, rollout }: Now): Required<StepParts> {
  return { rules, rollout: rollout && { percentage: rollout.percentage, value: rollout.value } };
}

function changedParts({ rules, rollout }: Required<StepParts>, change: StepChange): StepParts {
  return {
    ...(change.rules === undefined ? {} : { rules }),
    ...(change.rollout === undefined ? {} : { rollout }),
  };
}

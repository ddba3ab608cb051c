import { uuidv7 } from 'uuidv7';
import { withMethods } from '../../../control/control-client.ts';
import { type CheckRegex, readRules } from '../read-rules.ts';
import type { ReadSchedule } from './schedule-operations.ts';
import type { ScheduleStore } from './schedule-store.ts';

interface ReadScheduleStore extends Omit<ScheduleStore, 'create'> {
  create(
    scope: Parameters<ScheduleStore['create']>[0],
    schedule: ReadSchedule,
    actor: Parameters<ScheduleStore['create']>[2],
    comment?: string,
  ): ReturnType<ScheduleStore['create']>;
}

/** Reads the rules of steps before they are stored, as checkingRules does. */
export function checkingSchedules(store: ReadScheduleStore, checkRegex: CheckRegex): ScheduleStore {
  return withMethods<ScheduleStore>(store as ScheduleStore, {
    create: async (scope, { steps, ...schedule }, actor, comment) => {
      const read = steps.map(({ rules, ...step }) =>
        rules === undefined ? step : { ...step, rules: readRules(rules, { checkRegex, newId: uuidv7 }) },
      );
      return await store.create(scope, { ...schedule, steps: read }, actor, comment);
    },
  });
}

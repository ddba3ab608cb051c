import { CohortKeeper } from '../features/cohorts/cohort-keeper.ts';
import { CohortResolver } from '../features/cohorts/cohort-resolver.ts';
import { CohortRules } from '../features/cohorts/cohort-rules.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

export type Cohorts = ReturnType<typeof composeCohorts>;

/** What computes cohorts and serves them. */
export function composeCohorts(
  { control, store, state, publisher }: Storage,
  settings: Settings,
  jobs: Jobs,
  logger: Logger,
) {
  const limits = {
    users: settings.cohortUsers,
    usersInAll: settings.cohortUsersInAll,
    everyMs: settings.cohortEvery ?? 300_000,
  };
  const { cohorts, releases, groups } = control;
  const resolver = new CohortResolver({
    cohorts,
    releases,
    groups,
    timezoneOf: (projectId) => state.timezoneOf(projectId),
    onAsked: (id) => keeper.noteAsked(id),
  });
  const job = jobs.of('cohorts');
  const keeper = new CohortKeeper({
    cohorts,
    resolver,
    store,
    state,
    publish: () => publisher.publish(),
    isHere: () => job.lease.isHeld,
    limits,
    logger,
  });
  return { keeper, resolver, rules: new CohortRules({ cohorts, keeper, state, limits }) };
}

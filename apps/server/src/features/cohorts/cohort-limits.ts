export interface CohortLimits {
  /** Users of one cohort that rules can name. */
  readonly users: number;
  /** Users of all cohorts that the rules of an environment name. */
  readonly usersInAll: number;
  /** How often cohorts are computed that rules use or that were queried lately; others at most once an hour. */
  readonly everyMs: number;
}

export interface CohortLimits {
  /** Users of one cohort that rules can name. */
  readonly users: number;
  /** Users of all cohorts that the rules of an environment name. */
  readonly usersInAll: number;
  /** How often cohorts are computed that rules name or somebody asked for lately; others once an hour at most. */
  readonly everyMs: number;
}

export interface RetentionCohort {
  /** The start of the period, as the API gives it. */
  readonly period: string;
  readonly size: number;
  /** Percents 0 to 100; null: the period is not over yet, or the cohort is empty. */
  readonly retention: readonly (number | null)[];
}

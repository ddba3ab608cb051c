interface WithConditions {
  readonly conditions: readonly { readonly field: string; readonly values: readonly unknown[] }[];
}

interface RuledFlag {
  readonly key: string;
  readonly rules: readonly WithConditions[];
}

interface AimedExperiment {
  readonly key: string;
  readonly status: string;
  readonly audience: WithConditions['conditions'];
}

/** Keys of the flags with a rule that names the cohort; disabled rules count, since they may be enabled. */
export const flagsOfCohort = (cohort: string, flags: readonly RuledFlag[]): readonly string[] =>
  inOrder(flags.filter(({ rules }) => rules.some(({ conditions }) => names(conditions, cohort))));

/** Keys of the experiments whose audience names the cohort; drafts count, since they may be started. */
export const experimentsOfCohort = (cohort: string, experiments: readonly AimedExperiment[]): readonly string[] =>
  inOrder(experiments.filter(({ status, audience }) => status !== 'archived' && names(audience, cohort)));

const names = (conditions: WithConditions['conditions'], cohort: string): boolean =>
  conditions.some(({ field, values }) => field === 'user_cohort' && values.includes(cohort));

const inOrder = (rows: readonly { readonly key: string }[]): readonly string[] =>
  rows.map(({ key }) => key).sort((a, b) => a.localeCompare(b, 'en'));

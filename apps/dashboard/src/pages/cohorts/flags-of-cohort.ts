interface RuledFlag {
  readonly key: string;
  readonly rules: readonly {
    readonly conditions: readonly { readonly field: string; readonly values: readonly unknown[] }[];
  }[];
}

/** Keys of the flags with a rule that names the cohort; disabled rules count, since they may be enabled. */
export const flagsOfCohort = (cohort: string, flags: readonly RuledFlag[]): readonly string[] =>
  flags
    .filter(({ rules }) =>
      rules.some(({ conditions }) =>
        conditions.some(({ field, values }) => field === 'user_cohort' && values.includes(cohort)),
      ),
    )
    .map(({ key }) => key)
    .sort((a, b) => a.localeCompare(b, 'en'));

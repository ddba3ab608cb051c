export interface FlagUse {
  readonly key: string;
  readonly environments: readonly string[];
}

export interface Ruleset {
  readonly flags: readonly {
    readonly key: string;
    readonly rules: readonly {
      readonly conditions: readonly { readonly field: string; readonly values: readonly unknown[] }[];
    }[];
  }[];
}

interface EnvironmentRuleset {
  readonly environment: string;
  readonly ruleset: Ruleset | null | undefined;
}

/** Flags with a rule that names the record, and where; disabled rules count, since they may be enabled. */
export function flagUses(
  field: 'user_group' | 'user_cohort',
  record: string,
  rulesets: readonly EnvironmentRuleset[],
): FlagUse[] {
  const uses = new Map<string, string[]>();
  for (const { environment, ruleset } of rulesets) {
    for (const { key, rules } of ruleset?.flags ?? []) {
      const isUsed = rules.some(({ conditions }) =>
        conditions.some((condition) => condition.field === field && condition.values.includes(record)),
      );
      if (isUsed) uses.set(key, [...(uses.get(key) ?? []), environment]);
    }
  }
  return [...uses]
    .map(([key, environments]) => ({ key, environments }))
    .sort((a, b) => a.key.localeCompare(b.key, 'en'));
}

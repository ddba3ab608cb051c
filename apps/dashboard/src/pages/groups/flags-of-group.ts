export interface GroupUse {
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

/** Flags with a rule that names the group, and where; switched-off rules count, since they may be switched on. */
export function flagsOfGroup(
  group: string,
  rulesets: readonly { readonly environment: string; readonly ruleset: Ruleset | null | undefined }[],
): GroupUse[] {
  const uses = new Map<string, string[]>();
  for (const { environment, ruleset } of rulesets) {
    for (const { key, rules } of ruleset?.flags ?? []) {
      const isUsed = rules.some(({ conditions }) =>
        conditions.some(({ field, values }) => field === 'user_group' && values.includes(group)),
      );
      if (isUsed) uses.set(key, [...(uses.get(key) ?? []), environment]);
    }
  }
  return [...uses]
    .map(([key, environments]) => ({ key, environments }))
    .sort((a, b) => a.key.localeCompare(b.key, 'en'));
}

/** The newest ruleset: an older one leaves out the rules of flags that name cohorts. */
export const rulesetCall = { query: { ruleset_version: 4 } } as const;

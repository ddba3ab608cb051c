import { stringify } from 'yaml';
import type { FlagSpec, RuleSpec, TargetingSpec } from './flag-spec.ts';

const HEAD = `# Flags as code. Edit, review, then run: lamppost flags plan, lamppost flags apply
# Environments in this file are set to exactly this state; others, and kill switches, are left alone.
# Keep the id of a rule: it determines which users are in its percentage.
`;

/** Sorted by key, so that the same flags are the same file. */
export function writeFlagsFile(flags: readonly FlagSpec[]): string {
  const sorted = flags.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const body = { version: 1, flags: Object.fromEntries(sorted.map((flag) => [flag.key, flagNode(flag)])) };
  return HEAD + stringify(body, { lineWidth: 0, flowCollectionPadding: false });
}

/** What is as it is when nobody says anything is left out. */
function flagNode(flag: FlagSpec): object {
  const slugs = Object.keys(flag.environments).toSorted();
  return {
    name: flag.name,
    ...(flag.description === null ? {} : { description: flag.description }),
    type: flag.value_type,
    default: flag.default_value,
    platforms: flag.platforms,
    ...(flag.tags.length === 0 ? {} : { tags: flag.tags }),
    ...(flag.kind === 'release' ? {} : { kind: flag.kind }),
    ...(flag.status === 'active' ? {} : { status: flag.status }),
    ...(flag.prerequisites.length === 0 ? {} : { prerequisites: flag.prerequisites }),
    ...(flag.expires_on === null ? {} : { expires_on: flag.expires_on }),
    ...(slugs.length === 0
      ? {}
      : {
          environments: Object.fromEntries(
            slugs.map((slug) => [slug, targetingNode(flag.environments[slug] ?? { rules: [], rollout: null })]),
          ),
        }),
  };
}

function targetingNode({ rules, rollout }: TargetingSpec): object {
  return {
    ...(rules.length === 0 ? {} : { rules: rules.map(ruleNode) }),
    ...(rollout === null || rollout.percentage === 0
      ? {}
      : { rollout: { percentage: rollout.percentage, value: rollout.value } }),
  };
}

function ruleNode(rule: RuleSpec): object {
  return {
    ...(rule.id === undefined ? {} : { id: rule.id }),
    ...(rule.name === null ? {} : { name: rule.name }),
    ...(rule.conditions.length === 0
      ? {}
      : {
          conditions: rule.conditions.map(({ field, op, values }) => ({
            field,
            op,
            ...(values.length === 0 ? {} : { values }),
          })),
        }),
    value: rule.value,
    ...(rule.percentage === 100 ? {} : { percentage: rule.percentage }),
    ...(rule.enabled ? {} : { enabled: false }),
  };
}

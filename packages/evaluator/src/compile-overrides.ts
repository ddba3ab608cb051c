import type { GroupMembers } from './compile-condition.ts';
import type { CompiledExperiment, CompiledVariant } from './compiled-experiment.ts';
import type { OverrideDefinition } from './ruleset.ts';
import type { Subject } from './subject.ts';

/** Who is given which variant by name; undefined when nobody is. One of a variant that is not there names nobody. */
export function compileOverrides(
  overrides: readonly OverrideDefinition[],
  variants: readonly CompiledVariant[],
  groups: GroupMembers,
): CompiledExperiment['forcedFor'] {
  const compiled = overrides.flatMap((override) => {
    const variant = variants.find(({ key }) => key === override.variant_key);
    return variant === undefined ? [] : [{ variant, isNamed: compileNames(override, groups) }];
  });
  if (compiled.length === 0) return undefined;
  return (subject) => compiled.find(({ isNamed }) => isNamed(subject))?.variant;
}

/** Whether an override names somebody: their id, or a group that they are in. */
export function compileNames(
  { user_ids, group_keys }: OverrideDefinition,
  groups: GroupMembers,
): (subject: Subject) => boolean {
  const userIds = new Set(user_ids);
  const groupKeys = [...group_keys];
  return (subject) => {
    const { userId } = subject;
    if (userId !== undefined && userIds.has(userId)) return true;
    return groupKeys.some((key) => subject.isMemberOf(key, groups));
  };
}

import { Unacceptable } from '../../../control/control-errors.ts';
import type { NewOverride, Override, Variant } from '../experiment-store.ts';

const MAX_OVERRIDES = 20;
const MAX_USERS = 1_000;
const MAX_GROUPS = 20;

/** Overrides as they are kept, each user and group once. Throws Unacceptable with the place. */
export function readOverrides(sent: readonly NewOverride[], variants: readonly Variant[]): Override[] {
  if (sent.length > MAX_OVERRIDES) refuse('overrides', `An experiment can have at most ${MAX_OVERRIDES} overrides.`);
  return sent.map(({ variantKey, userIds = [], groupKeys = [] }, index) => {
    const field = `overrides.${index}`;
    if (!variants.some(({ key }) => key === variantKey)) {
      refuse(`${field}.variant_key`, `The experiment has no variant "${variantKey}".`, 'UNKNOWN_VARIANT');
    }
    if (userIds.length > MAX_USERS) refuse(`${field}.user_ids`, `An override can list at most ${MAX_USERS} users.`);
    if (groupKeys.length > MAX_GROUPS)
      refuse(`${field}.group_keys`, `An override can list at most ${MAX_GROUPS} groups.`);
    if (userIds.length + groupKeys.length === 0) refuse(field, 'An override must list at least one user or group.');
    return { variantKey, userIds: [...new Set(userIds)], groupKeys: [...new Set(groupKeys)] };
  });
}

function refuse(field: string, message: string, reason?: string): never {
  throw new Unacceptable(field, message, reason);
}

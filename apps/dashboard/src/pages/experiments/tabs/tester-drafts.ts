import type { Wire } from '@lamppost/protocol';
import type { Experiment } from '../experiment.ts';

export interface TesterDraft {
  readonly variant: string;
  readonly userIds: readonly string[];
  readonly groupKeys: readonly string[];
}

/** One for each variant, with all that name it. */
export const testerDrafts = ({ variants, overrides }: Pick<Experiment, 'variants' | 'overrides'>): TesterDraft[] =>
  variants.map(({ key }) => {
    const own = overrides.filter(({ variant_key: variant }) => variant === key);
    return {
      variant: key,
      userIds: [...new Set(own.flatMap(({ user_ids }) => user_ids))],
      groupKeys: [...new Set(own.flatMap(({ group_keys }) => group_keys))],
    };
  });

/** Variants without testers are left out. */
export const overridesBody = (drafts: readonly TesterDraft[]): Wire['OverridesBody']['overrides'] =>
  drafts
    .filter(({ userIds, groupKeys }) => userIds.length + groupKeys.length > 0)
    .map(({ variant, userIds, groupKeys }) => ({
      variant_key: variant,
      user_ids: [...userIds],
      group_keys: [...groupKeys],
    }));

const MAX_NAMED = 3;

/** "ada, bob and 12 more; group staff" */
export function testersText({ userIds, groupKeys }: TesterDraft): string {
  const more = userIds.length - MAX_NAMED;
  const users = `${userIds.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const groups = groupKeys.length === 0 ? '' : `${groupKeys.length === 1 ? 'group' : 'groups'} ${groupKeys.join(', ')}`;
  return [users, groups].filter((text) => text !== '').join('; ') || 'None';
}

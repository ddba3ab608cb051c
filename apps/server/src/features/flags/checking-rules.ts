import { uuidv7 } from 'uuidv7';
import { withMethods } from '../../control/control-client.ts';
import type { Rule } from '../../edge/targeting-rules.ts';
import type { FlagStore } from './flag-store.ts';
import { type CheckRegex, readRules } from './read-rules.ts';

/** A store that takes rules as they are after `readRules`. */
interface ReadRulesStore extends Omit<FlagStore, 'replaceRules'> {
  replaceRules(
    scope: Parameters<FlagStore['replaceRules']>[0],
    rules: readonly Rule[],
    actor: Parameters<FlagStore['replaceRules']>[2],
    comment?: string,
  ): ReturnType<FlagStore['replaceRules']>;
}

/** Reads and checks rules before they are stored: what says whether a pattern may be used cannot go to another thread. */
export function checkingRules(store: ReadRulesStore, checkRegex: CheckRegex): FlagStore {
  return withMethods<FlagStore>(store as FlagStore, {
    replaceRules: async (scope, rules, actor, comment) =>
      await store.replaceRules(scope, readRules(rules, { checkRegex, newId: uuidv7 }), actor, comment),
  });
}

import { uuidv7 } from 'uuidv7';
import { withMethods } from '../../control/control-client.ts';
import type { Rule } from '../../edge/targeting-rules.ts';
import type { FlagStore, NewRule } from './flag-store.ts';
import { type CheckRegex, readRules } from './read-rules.ts';

/** A store that takes rules as they are after `readRules`. */
interface ReadRulesStore extends Omit<FlagStore, 'replaceRules' | 'setTargeting'> {
  replaceRules(
    scope: Parameters<FlagStore['replaceRules']>[0],
    rules: readonly Rule[],
    actor: Parameters<FlagStore['replaceRules']>[2],
    comment?: string,
  ): ReturnType<FlagStore['replaceRules']>;
  setTargeting(
    scope: Parameters<FlagStore['setTargeting']>[0],
    targeting: Omit<Parameters<FlagStore['setTargeting']>[1], 'rules'> & { readonly rules?: readonly Rule[] },
    actor: Parameters<FlagStore['setTargeting']>[2],
    comment?: string,
  ): ReturnType<FlagStore['setTargeting']>;
}

/** Reads and checks rules before they are stored: what says whether a pattern may be used cannot go to another thread. */
export function checkingRules(store: ReadRulesStore, checkRegex: CheckRegex): FlagStore {
  const read = (rules: readonly NewRule[]) => readRules(rules, { checkRegex, newId: uuidv7 });
  return withMethods<FlagStore>(store as FlagStore, {
    replaceRules: async (scope, rules, actor, comment) => await store.replaceRules(scope, read(rules), actor, comment),
    setTargeting: async (scope, { rules, ...rest }, actor, comment) =>
      await store.setTargeting(scope, rules === undefined ? rest : { ...rest, rules: read(rules) }, actor, comment),
  });
}

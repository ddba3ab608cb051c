import { hash } from 'node:crypto';
import type { CompiledRuleset, Ruleset } from '@lamppost/evaluator';
import type { Ruleset as ControlRuleset } from './ruleset.ts';

/** What one environment serves at this moment: for server SDKs, compiled for evaluation, and a tag of both. */
export interface ServedRuleset {
  readonly ruleset: Ruleset;
  readonly compiled: CompiledRuleset;
  /** Moves with everything that can change an evaluation, group membership included; quotes included. */
  readonly tag: string;
  /** The members of the ruleset as JSON text, without the braces around them. Put together once, of pieces that are kept. */
  readonly json: string;
}

/** The versions that say everything of what is served. */
export interface ServedVersions {
  readonly generation: string;
  readonly environmentId: string;
  readonly configVersion: number;
  /** Of each group that rules name. */
  readonly groups: readonly { readonly key: string; readonly revision: number }[];
}

/** The same for the same moment of the same control plane, also after a restart. */
export function servedTag({ generation, environmentId, configVersion, groups }: ServedVersions): string {
  const parts = [generation, environmentId, configVersion, groups.map(({ key, revision }) => [key, revision])];
  return `"${hash('sha1', JSON.stringify(parts), 'base64url')}"`;
}

/** The control plane's ruleset in the shape of the wire. */
export const rulesetOf = ({ flags, experiments, groups, configVersion }: ControlRuleset): Ruleset => ({
  flags,
  experiments,
  groups,
  config_version: String(configVersion),
});

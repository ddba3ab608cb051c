import { hash } from 'node:crypto';
import type { CompiledRuleset, FlagsJson, Ruleset } from '@lamppost/evaluator';
import type { Ruleset as ControlRuleset } from './ruleset.ts';

/** What one environment serves at this moment: for server SDKs, and compiled for evaluation. */
export interface ServedRuleset {
  readonly ruleset: Ruleset;
  readonly compiled: CompiledRuleset;
  /** The values of all flags for a context, as JSON text. */
  readonly flagsJson: FlagsJson;
  /** Moves with everything that can change an evaluation, group membership included; quotes included. */
  readonly tag: string;
  /** Keys of the cohorts that rules and audiences name, in order. */
  readonly cohortKeys: readonly string[];
  /** Moves with what a user is served because of cohorts that are named; undefined where none is. */
  membershipsOf(userId: string | undefined): readonly string[] | undefined;
  /** For a reader that announces a version: without the experiments that it would decide wrongly. */
  inVersion(announced: number): RulesetText;
}

export interface RulesetText {
  /** The tag of this version: texts of two versions never have the same. */
  readonly tag: string;
  /** The members of the ruleset as JSON text, without the braces around them. Put together once, of pieces that are kept. */
  readonly json: string;
}

/** The versions that say everything of what is served. */
export interface ServedVersions {
  readonly generation: string;
  readonly environmentId: string;
  readonly configVersion: number;
  /** Of each group that rules and overrides name. */
  readonly groups: readonly { readonly key: string; readonly revision: number }[];
}

/** The same for the same moment of the same control plane, also after a restart. The first version is not in it. */
export function servedTag(
  { generation, environmentId, configVersion, groups }: ServedVersions,
  rulesetVersion: number,
): string {
  const revisions = groups.map(({ key, revision }) => [key, revision]);
  const parts = [
    generation,
    environmentId,
    configVersion,
    revisions,
    ...(rulesetVersion === 1 ? [] : [rulesetVersion]),
  ];
  return `"${hash('sha1', JSON.stringify(parts), 'base64url')}"`;
}

/** The control plane's ruleset in the shape of the wire. */
export const rulesetOf = ({ flags, experiments, groups, configVersion }: ControlRuleset): Ruleset => ({
  flags,
  experiments,
  groups,
  config_version: String(configVersion),
});

import { createHash } from 'node:crypto';
import { type CompiledRuleset, compileRuleset, type Ruleset } from '@lamppost/evaluator';
import type { Ruleset as ControlRuleset } from '../control/changes/ruleset.ts';
import { linearRegex } from './linear-regex.ts';

/** What one environment serves at this moment: for server SDKs, compiled for evaluation, and a tag of both. */
export interface ServedRuleset {
  readonly ruleset: Ruleset;
  readonly compiled: CompiledRuleset;
  /** Moves with everything that can change an evaluation, group membership included; quotes included. */
  readonly tag: string;
}

/** One that has not changed is taken over as it is. */
export function serveRuleset(ruleset: Ruleset, before: ServedRuleset | undefined): ServedRuleset {
  const tag = `"${createHash('sha1').update(JSON.stringify(ruleset)).digest('base64url')}"`;
  if (before?.tag === tag) return before;
  return { ruleset, compiled: compileRuleset(ruleset, { regex: linearRegex }), tag };
}

/** The control plane's ruleset in the shape of the wire. */
export const rulesetOf = ({ flags, experiments, groups, configVersion }: ControlRuleset): Ruleset => ({
  flags,
  experiments,
  groups,
  config_version: String(configVersion),
});

import type { Rollout, Rule } from '../../edge/targeting-rules.ts';
import type { Kill, Targeting } from './flag-store.ts';

/** Targeting in the change log, and on the wire. */
export type TargetingState = {
  readonly flag_id: string;
  readonly environment_id: string;
  readonly rules: readonly Rule[];
  readonly rollout: Rollout | null;
  readonly kill: KillState | null;
};

export type KillState = { readonly value: unknown; readonly reason: string; readonly at: string };

export function targetingState({ flagId, environmentId, rules, rollout, kill }: Targeting): TargetingState {
  return { flag_id: flagId, environment_id: environmentId, rules, rollout, kill: kill && killState(kill) };
}

export function killState({ value, reason, atMs }: Kill): KillState {
  return { value, reason, at: new Date(atMs).toISOString() };
}

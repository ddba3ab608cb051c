import type { Rollout, Rule } from '../../edge/targeting-rules.ts';
import type { Kill, Targeting } from './flag-store.ts';
import type { Rolling } from './guardrails/follow-targeting.ts';
import { type WatchState, watchState } from './guardrails/guardrail-state.ts';
import { type RampState, rampState } from './guardrails/ramp-state.ts';

/** Targeting in the change log, and on the wire. */
export type TargetingState = {
  readonly flag_id: string;
  readonly environment_id: string;
  readonly rules: readonly Rule[];
  readonly rollout: Rollout | null;
  readonly kill: KillState | null;
  /** Absent where there are none. */
  readonly guardrails?: WatchState;
  readonly ramp?: RampState;
};

export type KillState = { readonly value: unknown; readonly reason: string; readonly at: string };

export function targetingState({ flagId, environmentId, rules, rollout, kill }: Targeting): TargetingState {
  return { flag_id: flagId, environment_id: environmentId, rules, rollout, kill: kill && killState(kill) };
}

/** With what watches and moves the rollout. */
export function keptTargetingState(targeting: Targeting & Pick<Rolling, 'guardrails' | 'ramp'>): TargetingState {
  const { guardrails, ramp } = targeting;
  return {
    ...targetingState(targeting),
    ...(guardrails && { guardrails: watchState(guardrails) }),
    ...(ramp && { ramp: rampState(ramp) }),
  };
}

export function killState({ value, reason, atMs }: Kill): KillState {
  return { value, reason, at: new Date(atMs).toISOString() };
}

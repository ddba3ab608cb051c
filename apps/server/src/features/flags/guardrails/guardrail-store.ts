import type { Actor } from '../../../control/actor.ts';
import type { Rollout } from '../../../edge/targeting-rules.ts';
import type { NewMetric } from '../../experiments/experiment-store.ts';
import type { TargetingScope } from '../flag-store.ts';
import type { GuardrailBreach, GuardrailWatch } from './guardrail.ts';
import type { Ramp, RampStep } from './ramp.ts';

/** A guardrail as it is sent: without an id it gets one. */
export interface NewGuardrail extends Omit<NewMetric, 'isPrimary' | 'isGuardrail' | 'conversionWindowHours'> {
  readonly id?: string | null;
}

export interface NewGuardrails {
  /** None: nothing is watched any more. */
  readonly guardrails: readonly NewGuardrail[];
  /** Absent: 0.95. */
  readonly confidenceLevel?: number;
}

export interface NewRamp {
  readonly value: unknown;
  readonly steps: readonly RampStep[];
}

export type RampMove = 'pause' | 'resume' | 'stop';

/** What watches and moves the rollout of a flag in an environment. */
export interface Rolled {
  readonly flagId: string;
  readonly environmentId: string;
  readonly rollout: Rollout | null;
  readonly guardrails: GuardrailWatch | null;
  readonly ramp: Ramp | null;
}

/** A flag with a rollout that is watched or moved now. */
export interface WatchedFlag extends Rolled {
  readonly projectId: string;
  readonly flagKey: string;
  readonly rollout: Rollout;
}

/**
 * Guardrails and ramps of flags.
 *
 * Promises:
 * - a breach is recorded, the flag is killed and its ramp is stopped together or not at all, and once: a breach of a
 *   comparison that is over, or of a flag that is killed already, changes nothing;
 * - a step of a ramp follows only the step that the asker knew, so nobody goes on twice;
 * - a ramp ends when anyone else changes the rollout or kills the flag;
 * - a comparison begins anew with another value, other guardrails, and when a killed flag is restored.
 */
export interface GuardrailStore {
  find(scope: TargetingScope): Promise<Rolled | undefined>;
  setGuardrails(scope: TargetingScope, guardrails: NewGuardrails, actor: Actor): Promise<Rolled | undefined>;
  /** The first step is in force at once. WrongState 'FLAG_KILLED' while the flag is killed. */
  startRamp(scope: TargetingScope, ramp: NewRamp, actor: Actor): Promise<Rolled | undefined>;
  /** WrongState 'RAMP_NOT_RUNNING', 'RAMP_NOT_PAUSED' or 'NO_RAMP'. */
  moveRamp(scope: TargetingScope, move: RampMove, actor: Actor): Promise<Rolled | undefined>;
  /** Of all projects. */
  watched(): Promise<readonly WatchedFlag[]>;
  /** True when this call killed the flag. */
  recordBreach(
    scope: TargetingScope,
    breach: { readonly watchId: string; readonly breach: GuardrailBreach; readonly reason: string },
    actor: Actor,
  ): Promise<boolean>;
  /** True when this call moved the ramp. */
  advanceRamp(
    scope: TargetingScope,
    from: { readonly rampId: string; readonly step: number },
    actor: Actor,
  ): Promise<boolean>;
}

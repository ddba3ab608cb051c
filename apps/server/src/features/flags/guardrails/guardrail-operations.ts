import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../control/actor.ts';
import { Unacceptable, WrongState } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import type { TargetingScope } from '../flag-store.ts';
import { checkFlagValue } from '../flag-value.ts';
import { editTargeting, keptTargeting, withRollout } from '../targeting-operations.ts';
import type { KeptTargeting } from '../targeting-statements.ts';
import type { GuardrailBreach, GuardrailWatch } from './guardrail.ts';
import { watchedFlags } from './guardrail-statements.ts';
import type { NewGuardrails, NewRamp, RampMove, Rolled } from './guardrail-store.ts';
import { advanceRamp, percentageOf, type Ramp } from './ramp.ts';
import { readGuardrails } from './read-guardrails.ts';
import { readRampSteps } from './read-ramp-steps.ts';

const DEFAULT_LEVEL = 0.95;

export const guardrailOperations = {
  find: reading(async (db, scope: TargetingScope): Promise<Rolled | undefined> => {
    const found = await keptTargeting(db, scope);
    return found && rolled(found.targeting);
  }),
  setGuardrails: writing(async (db, scope: TargetingScope, sent: NewGuardrails, actor: Actor) =>
    rolled(
      await editTargeting(db, scope, 'guardrails_set', actor, (before) => ({
        ...before,
        guardrails: watchOf(before.guardrails, sent),
      })),
    ),
  ),
  startRamp: writing(async (db, scope: TargetingScope, sent: NewRamp, actor: Actor) =>
    rolled(
      await editTargeting(db, scope, 'ramp_started', actor, (before, flag, atMs) => {
        if (before.kill !== null) throw new WrongState('FLAG_KILLED', 'The flag is killed: restore it first.');
        checkFlagValue(sent.value, flag.valueType, 'value');
        const ramp: Ramp = {
          id: uuidv7(),
          value: sent.value,
          steps: readRampSteps(sent.steps),
          step: 0,
          stepSinceMs: atMs,
          status: 'running',
          reason: null,
        };
        return { ...atStepOf(ramp, before, atMs), ramp };
      }),
    ),
  ),
  moveRamp: writing(async (db, scope: TargetingScope, move: RampMove, actor: Actor) =>
    rolled(
      await editTargeting(db, scope, `ramp_${PAST[move]}`, actor, (before, _flag, atMs) => ({
        ...before,
        ramp: movedRamp(before.ramp, move, atMs),
      })),
    ),
  ),
  watched: reading(watchedFlags),
  recordBreach: writing(
    async (
      db,
      scope: TargetingScope,
      found: { readonly watchId: string; readonly breach: GuardrailBreach; readonly reason: string },
      actor: Actor,
    ): Promise<boolean> => {
      let isActedOn = false;
      await editTargeting(db, scope, 'killed', actor, (before, flag, atMs) => {
        const watch = before.guardrails;
        if (watch === null || watch.id !== found.watchId || before.kill !== null) return before;
        isActedOn = true;
        return {
          ...before,
          kill: { value: flag.defaultValue, reason: storeText(found.reason), atMs },
          guardrails: { ...watch, breach: found.breach },
        };
      });
      return isActedOn;
    },
  ),
  advanceRamp: writing(
    async (
      db,
      scope: TargetingScope,
      from: { readonly rampId: string; readonly step: number },
      actor: Actor,
    ): Promise<boolean> => {
      let isMoved = false;
      await editTargeting(db, scope, 'ramp_advanced', actor, (before, _flag, atMs) => {
        const { ramp } = before;
        if (ramp?.id !== from.rampId || ramp.step !== from.step || ramp.status !== 'running') return before;
        isMoved = true;
        const next = advanceRamp(ramp, atMs);
        return { ...atStepOf(next, before, atMs), ramp: next };
      });
      return isMoved;
    },
  ),
};

function watchOf(known: GuardrailWatch | null, { guardrails, confidenceLevel }: NewGuardrails): GuardrailWatch | null {
  if (guardrails.length === 0) return null;
  const level = confidenceLevel ?? known?.confidenceLevel ?? DEFAULT_LEVEL;
  if (!(level >= 0.8 && level <= 0.999)) {
    throw new Unacceptable('confidence_level', 'confidence_level must be a number from 0.8 to 0.999.');
  }
  const read = readGuardrails(guardrails, uuidv7);
  const isSame = known !== null && known.confidenceLevel === level && isDeepStrictEqual(known.guardrails, read);
  return isSame ? known : { id: uuidv7(), guardrails: read, confidenceLevel: level, sinceMs: null, breach: null };
}

const atStepOf = (ramp: Ramp, before: KeptTargeting, atMs: number): KeptTargeting =>
  withRollout(before, { percentage: percentageOf(ramp), value: ramp.value }, atMs);

const PAST: Readonly<Record<RampMove, string>> = { pause: 'paused', resume: 'resumed', stop: 'stopped' };

function movedRamp(ramp: Ramp | null, move: RampMove, atMs: number): Ramp {
  if (ramp === null) throw new WrongState('NO_RAMP', 'The flag has no ramp in this environment.');
  const { status } = ramp;
  if (move === 'resume') {
    if (status !== 'paused') throw new WrongState('RAMP_NOT_PAUSED', `The ramp is ${status}.`);
    return { ...ramp, status: 'running', stepSinceMs: atMs };
  }
  const isPossible = status === 'running' || (move === 'stop' && status === 'paused');
  if (!isPossible) throw new WrongState('RAMP_NOT_RUNNING', `The ramp is ${status}.`);
  return move === 'pause' ? { ...ramp, status: 'paused' } : { ...ramp, status: 'stopped', reason: 'Stopped manually.' };
}

function rolled(targeting: KeptTargeting): Rolled;
function rolled(targeting: KeptTargeting | undefined): Rolled | undefined;
function rolled(targeting: KeptTargeting | undefined): Rolled | undefined {
  if (targeting === undefined) return undefined;
  const { flagId, environmentId, rollout, guardrails, ramp } = targeting;
  return { flagId, environmentId, rollout, guardrails, ramp };
}

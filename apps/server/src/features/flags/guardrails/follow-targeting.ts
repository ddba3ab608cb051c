import { isDeepStrictEqual } from 'node:util';
import type { Rollout } from '../../../edge/targeting-rules.ts';
import type { Kill } from '../flag-store.ts';
import type { GuardrailWatch } from './guardrail.ts';
import { isRampActive, percentageOf, type Ramp } from './ramp.ts';

/** What of a flag's targeting decides about its ramp and its guardrails. */
export interface Rolling {
  readonly rollout: Rollout | null;
  readonly kill: Kill | null;
  readonly guardrails: GuardrailWatch | null;
  readonly ramp: Ramp | null;
}

/** The ramp and the guardrails as they are once the targeting has been edited. */
export function followTargeting<Edited extends Rolling>(
  before: Rolling,
  edited: Edited,
  atMs: number,
  newId: () => string,
): Edited {
  return { ...edited, ramp: rampAfter(edited), guardrails: watchAfter(before, edited, atMs, newId) };
}

/** A ramp that somebody else overrides is over: it must not undo what they did. */
function rampAfter({ ramp, rollout, kill }: Rolling): Ramp | null {
  if (!isRampActive(ramp)) return ramp;
  if (kill !== null) return { ...ramp, status: 'stopped', reason: 'The flag was killed.' };
  const isItsOwn = rollout?.percentage === percentageOf(ramp) && isDeepStrictEqual(rollout.value, ramp.value);
  return isItsOwn ? ramp : { ...ramp, status: 'stopped', reason: 'The rollout was changed.' };
}

/** The comparison begins anew with another value and after a pause: what came before was served something else. */
function watchAfter(before: Rolling, edited: Rolling, atMs: number, newId: () => string): GuardrailWatch | null {
  const watch = edited.guardrails;
  if (watch === null) return null;
  if (!isServing(edited)) return watch.sinceMs === null ? watch : { ...watch, sinceMs: null };
  const isSameValue = isServing(before) && isDeepStrictEqual(before.rollout?.value, edited.rollout?.value);
  if (watch.sinceMs !== null && isSameValue) return watch;
  return { ...watch, id: newId(), sinceMs: atMs, breach: null };
}

/** Whether some are served the rollout's value. */
const isServing = ({ rollout, kill }: Rolling): boolean => kill === null && rollout !== null && rollout.percentage > 0;

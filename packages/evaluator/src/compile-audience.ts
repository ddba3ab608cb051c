import { type ConditionScope, compileCondition } from './compile-condition.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import type { ExperimentDefinition } from './ruleset.ts';

/** Throws where a condition cannot be read: an experiment for some people must not become one for everyone. */
export function compileAudience(
  audience: ExperimentDefinition['audience'],
  scope: ConditionScope,
): readonly CompiledCondition[] {
  if (audience === undefined || audience === null) return [];
  if (!Array.isArray(audience)) throw new Error('the audience is not a list of conditions');
  return audience.map((condition) => compileCondition(condition, scope));
}

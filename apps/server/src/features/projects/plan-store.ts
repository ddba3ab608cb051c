import type { Actor } from '../../control/actor.ts';
import type { Plan } from '../../edge/plan.ts';

/**
 * The plans on offer. `unmetered` is not one of them: it is a word that only an operator can set on a project.
 * Promises: a fresh store holds free, starter, growth and scale; replace is all or nothing,
 * and refuses (Unacceptable) to drop a plan that a project is on.
 */
export interface PlanStore {
  list(): Promise<readonly Plan[]>;
  replace(plans: readonly Plan[], actor?: Actor): Promise<readonly Plan[]>;
}

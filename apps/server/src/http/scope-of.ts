import type { Scope } from '../analytics/scope.ts';
import type { EdgeState, KnownKey } from '../snapshot/edge-state.ts';
import { environmentOf } from './environment-of.ts';

/** What a request may see of the store: the project of its key, and the environment that it asks for. */
export const scopeOf = (state: EdgeState, key: KnownKey, environmentId: string | undefined): Scope => ({
  projectId: key.projectId,
  environmentId: environmentOf(state, key, environmentId).id,
});

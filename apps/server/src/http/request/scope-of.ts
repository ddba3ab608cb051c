import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import { environmentOf } from '../access/environment-of.ts';
import type { Place } from '../access/place.ts';

/** What a request may see of the store: the project of its place, and the environment that it asks for. */
export const scopeOf = (state: EdgeState, place: Place, environmentId: string | undefined): Scope => ({
  projectId: place.projectId,
  environmentId: environmentOf(state, place, environmentId).id,
});

import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import { environmentOf } from '../access/environment-of.ts';
import type { ProjectAccess } from '../access/project-access.ts';

/** What a request may see of the store: the project of its place, and the environment that it asks for. */
export const scopeOf = (state: EdgeState, access: ProjectAccess, environmentId: string | undefined): Scope => ({
  projectId: access.projectId,
  environmentId: environmentOf(state, access, environmentId).id,
});

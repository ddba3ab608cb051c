import { ApiError } from '@lamppost/protocol';
import type { SnapshotEnvironment } from '../../edge/edge-snapshot.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { isOwn } from './own-environment.ts';
import type { ProjectAccess } from './project-access.ts';

/** The environment a request asks for, by id or slug; the place's own when it does not say. */
export function environmentOf(
  state: EdgeState,
  access: ProjectAccess,
  idOrSlug: string | undefined,
): SnapshotEnvironment {
  if (idOrSlug === undefined || idOrSlug === '') return access.environment;
  const environment = state.environment(access.projectId, idOrSlug);
  if (environment === undefined || !isOwn(access, environment.id))
    throw new ApiError('NOT_FOUND', 'Environment not found');
  return environment;
}

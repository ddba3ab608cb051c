import { ApiError } from '@lamppost/protocol';
import type { SnapshotEnvironment } from '../snapshot/edge-snapshot.ts';
import type { EdgeState, KnownKey } from '../snapshot/edge-state.ts';

/** The environment a request asks for, by id or slug; the key's own when it does not say. */
export function environmentOf(state: EdgeState, key: KnownKey, idOrSlug: string | undefined): SnapshotEnvironment {
  if (idOrSlug === undefined || idOrSlug === '') return key.environment;
  const environment = state.environment(key.projectId, idOrSlug);
  if (environment === undefined) throw new ApiError('NOT_FOUND', 'The project has no such environment');
  return environment;
}

import type { EntityState } from '../../control/change.ts';
import type { Endpoint } from './webhook-store.ts';

/** In the change log, which more people read than may see where notices go: no secret, and of a URL its host. */
export function endpointState(endpoint: Endpoint): EntityState {
  const { id, environmentId, kind, name, target, eventTypes, status } = endpoint;
  return {
    id,
    environment_id: environmentId,
    kind,
    name,
    target: kind === 'email' ? target : `${new URL(target).origin}/…`,
    event_types: eventTypes,
    status,
  };
}

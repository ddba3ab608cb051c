import type { EntityState } from '../../control/change.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { ChangeRequest, RequestedChange } from './change-request.ts';

export const changeRequestRow = (request: ChangeRequest) => ({
  ...changeRequestState(request),
  is_outdated: request.isOutdated,
  changes: request.changes.map(requestedChangeRow),
});

/** In the change log. The difference is in the request, and later in the entry of the change itself. */
export const changeRequestState = (request: Omit<ChangeRequest, 'isOutdated'>) => {
  const [{ entityType, entityId, entityKey, action }] = request.changes;
  return {
    id: request.id,
    status: request.status,
    origin: request.origin,
    author: request.author,
    comment: request.comment,
    environment_id: request.environmentId,
    entity_type: entityType,
    entity_id: entityId,
    entity_key: entityKey,
    action,
    config_version: request.configVersion === null ? null : String(request.configVersion),
    decided_by: request.decidedBy,
    decision_comment: request.decisionComment,
    decided_at: isoTimeOrNull(request.decidedAtMs),
    created_at: isoTime(request.createdAtMs),
  } satisfies EntityState;
};

const requestedChangeRow = (change: RequestedChange) => ({
  entity_type: change.entityType,
  entity_id: change.entityId,
  entity_key: change.entityKey,
  environment_id: change.environmentId,
  action: change.action,
  before: change.before,
  after: change.after,
});

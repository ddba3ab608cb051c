import { isoTime } from '../../http/request/wire-time.ts';
import type { Change } from './change-store.ts';

export const changeRow = (change: Change) => ({
  id: change.id,
  entity_type: change.entityType,
  entity_id: change.entityId,
  entity_key: change.entityKey,
  environment_id: change.environmentId,
  action: change.action,
  actor: change.actor,
  before: change.before,
  after: change.after,
  comment: change.comment,
  config_version: change.configVersion === null ? null : String(change.configVersion),
  created_at: isoTime(change.createdAtMs),
});

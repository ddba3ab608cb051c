import { onlyOwn } from '../../http/access/own-environment.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import type { ChangeStore } from '../changes/change-store.ts';

const MAX_CHANGES = 10_000;
const PAGE = 1_000;

/** The table `changes` for a statement that may name it, newest first; nothing for one that cannot. */
export async function changesForSql(changes: ChangeStore, access: ProjectAccess, sql: string): Promise<string> {
  const { projectId } = access;
  if (!/changes/i.test(sql)) return '[]';
  const rows: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < MAX_CHANGES) {
    const page = await changes.list({ projectId }, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    for (const change of onlyOwn(access, page).rows) {
      rows.push(
        JSON.stringify({
          id: change.id,
          entity_type: change.entityType,
          entity_id: change.entityId,
          entity_key: change.entityKey,
          environment_id: change.environmentId,
          action: change.action,
          actor_kind: change.actor.kind,
          actor_name: change.actor.name,
          config_version: change.configVersion,
          created_at_ms: change.createdAtMs,
        }),
      );
    }
    cursor = page.nextCursor;
  }
  return `[${rows.join(',')}]`;
}

import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import { byIdOrKey, hasKeyIn } from '../../control/sql/by-id-or-key.ts';
import type { Db } from '../../control/sql/db.ts';
import { boolean, integer, nullable, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { searchText } from '../flags/flag-statements.ts';
import type { Group, GroupFilter } from './group-store.ts';

const group = {
  id: text,
  projectId: text,
  key: text,
  name: text,
  description: nullable(text),
  archivedAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const groupRow = { ...group, memberCount: integer };

const GROUP = `SELECT id, project_id AS projectId, key, name, description, archived_at AS archivedAtMs,
  created_at AS createdAtMs, updated_at AS updatedAtMs,
  (SELECT count(*) FROM group_members WHERE group_id = groups.id) AS memberCount FROM groups`;
const LIST = statement({
  sql: `${GROUP} WHERE project_id = :projectId AND id < :cursor AND (:includeArchived = 1 OR archived_at IS NULL)
    AND (:search IS NULL OR strpos(search, :search) > 0) ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, includeArchived: boolean, search: nullable(text), limit: integer },
  row: groupRow,
});
const SAVE = statement({
  sql: `INSERT INTO groups (id, project_id, key, name, description, archived_at, search, created_at, updated_at)
    VALUES (:id, :projectId, :key, :name, :description, :archivedAtMs, :search, :createdAtMs, :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
    archived_at = excluded.archived_at, search = excluded.search, updated_at = excluded.updated_at`,
  params: { ...group, search: text },
});

/** One more than the page holds where there is a next one. */
export async function listGroups(db: Db, filter: GroupFilter, page: PageRequest): Promise<readonly Group[]> {
  const { projectId, includeArchived = false } = filter;
  const search = filter.search?.toLowerCase() ?? null;
  const asked = { projectId, includeArchived, search };
  return await db.all(LIST, { ...asked, cursor: cursorOf(page), limit: page.limit + 1 });
}

export const findGroup = byIdOrKey(GROUP, groupRow);

export const hasGroupKey = hasKeyIn('groups');

export async function saveGroup(db: Db, saved: Group): Promise<void> {
  await db.run(SAVE, { ...saved, search: searchText(saved) });
}

import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { searchText } from '../flags/flag-rows.ts';
import { groupState } from './group-state.ts';
import type { Group, GroupFilter, GroupPatch, NewGroup } from './group-store.ts';

const GROUP = `SELECT id, project_id AS projectId, key, name, description, archived_at AS archivedAtMs,
  created_at AS createdAtMs, updated_at AS updatedAtMs,
  (SELECT count(*) FROM group_members WHERE group_id = groups.id) AS memberCount FROM groups`;
const LIST = `${GROUP} WHERE project_id = ?1 AND id < ?2 AND (?3 = 1 OR archived_at IS NULL)
  AND (?4 IS NULL OR instr(search, ?4) > 0) ORDER BY id DESC LIMIT ?5`;
const SAVE = `INSERT INTO groups (id, project_id, key, name, description, archived_at, search, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
  description = excluded.description, archived_at = excluded.archived_at, search = excluded.search,
  updated_at = excluded.updated_at`;

export function groupOperations(sql: Sql) {
  return {
    'groups.create': writing((group: NewGroup, actor: Actor) => create(sql, group, actor)),
    'groups.list': reading((filter: GroupFilter, page: PageRequest): Page<Group> => {
      const { projectId, search, includeArchived = false } = filter;
      const wanted = search?.toLowerCase() ?? null;
      const shown = includeArchived ? 1 : 0;
      return pageOf(sql.all<Group>(LIST, projectId.toLowerCase(), cursorOf(page), shown, wanted, page.limit + 1), page);
    }),
    'groups.find': reading((projectId: string, idOrKey: string) => findGroup(sql, projectId.toLowerCase(), idOrKey)),
    'groups.update': writing((projectId: string, idOrKey: string, patch: GroupPatch, actor: Actor) => {
      const group = findGroup(sql, projectId.toLowerCase(), idOrKey);
      return group && update(sql, group, patch, actor);
    }),
  };
}

export function findGroup(sql: Sql, projectId: string, idOrKey: string): Group | undefined {
  const row =
    sql.one<Group>(`${GROUP} WHERE project_id = ? AND id = ?`, projectId, idOrKey.toLowerCase()) ??
    sql.one<Group>(`${GROUP} WHERE project_id = ? AND key = ?`, projectId, idOrKey);
  return row && { ...row };
}

function create(sql: Sql, sent: NewGroup, actor: Actor): Group {
  const projectId = sent.projectId.toLowerCase();
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  if (sql.one('SELECT 1 FROM groups WHERE project_id = ? AND key = ?', projectId, sent.key) !== undefined) {
    throw new Taken('GROUP_KEY_EXISTS', `There is a group "${sent.key}" in the project already.`);
  }
  const atMs = nextMoment(sql, projectId);
  const group = storable({
    id: uuidv7(),
    projectId,
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    memberCount: 0,
    archivedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  save(sql, actor, 'created', null, group);
  return group;
}

function update(sql: Sql, group: Group, patch: GroupPatch, actor: Actor): Group {
  if (patch.key !== undefined && patch.key !== group.key) {
    throw new Unacceptable('key', 'key is fixed and cannot be changed.');
  }
  const isArchived = group.archivedAtMs !== null;
  const willBeArchived = patch.archived ?? isArchived;
  const atMs = nextMoment(sql, group.projectId);
  const patched = storable({
    ...group,
    name: patch.name ?? group.name,
    description: patch.description === undefined ? group.description : patch.description,
    archivedAtMs: willBeArchived ? (group.archivedAtMs ?? atMs) : null,
  });
  if (isDeepStrictEqual(patched, group)) return group;
  const changed = { ...patched, updatedAtMs: atMs };
  const action = willBeArchived === isArchived ? 'updated' : willBeArchived ? 'archived' : 'unarchived';
  save(sql, actor, action, group, changed);
  return changed;
}

function save(sql: Sql, actor: Actor, action: string, before: Group | null, after: Group): void {
  const { id, projectId, key, name, description, archivedAtMs, createdAtMs, updatedAtMs } = after;
  sql.run(SAVE, id, projectId, key, name, description, archivedAtMs, searchText(after), createdAtMs, updatedAtMs);
  recordChange(sql, actor, {
    projectId,
    entityType: 'group',
    entityId: id,
    entityKey: key,
    action,
    before: before && groupState(before),
    after: groupState(after),
    touches: [],
    atMs: updatedAtMs,
  });
}

function storable(group: Group): Group {
  const { name, description } = group;
  return { ...group, name: storeText(name), description: description === null ? null : storeText(description) };
}

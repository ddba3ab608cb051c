import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { requireProject } from '../projects/require-project.ts';
import { groupState } from './group-state.ts';
import { findGroup, hasGroupKey, listGroups, saveGroup } from './group-statements.ts';
import type { Group, GroupFilter, GroupPatch, NewGroup } from './group-store.ts';

export const groupOperations = {
  create: writing(create),
  list: reading(
    async (db, filter: GroupFilter, page: PageRequest): Promise<Page<Group>> =>
      pageOf(await listGroups(db, filter, page), page),
  ),
  find: reading(findGroup),
  update: writing(async (db, projectId: string, idOrKey: string, patch: GroupPatch, actor: Actor) => {
    const group = await findGroup(db, projectId, idOrKey);
    return group && (await update(db, group, patch, actor));
  }),
};

async function create(db: Db, sent: NewGroup, actor: Actor): Promise<Group> {
  const projectId = sent.projectId.toLowerCase();
  await requireProject(db, projectId);
  if (await hasGroupKey(db, projectId, sent.key)) {
    throw new Taken('GROUP_KEY_EXISTS', `A group with the key "${sent.key}" already exists.`);
  }
  const atMs = await nextMoment(db, projectId);
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
  await save(db, actor, 'created', null, group);
  return group;
}

async function update(db: Db, group: Group, patch: GroupPatch, actor: Actor): Promise<Group> {
  if (patch.key !== undefined && patch.key !== group.key) {
    throw new Unacceptable('key', "key can't be changed.");
  }
  const isArchived = group.archivedAtMs !== null;
  const willBeArchived = patch.archived ?? isArchived;
  const atMs = await nextMoment(db, group.projectId);
  const patched = storable({
    ...group,
    name: patch.name ?? group.name,
    description: patch.description === undefined ? group.description : patch.description,
    archivedAtMs: willBeArchived ? (group.archivedAtMs ?? atMs) : null,
  });
  if (isDeepStrictEqual(patched, group)) return group;
  const changed = { ...patched, updatedAtMs: atMs };
  const action = willBeArchived === isArchived ? 'updated' : willBeArchived ? 'archived' : 'unarchived';
  await save(db, actor, action, group, changed);
  return changed;
}

async function save(db: Db, actor: Actor, action: string, before: Group | null, after: Group): Promise<void> {
  await saveGroup(db, after);
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'group',
    entityId: after.id,
    entityKey: after.key,
    action,
    before: before && groupState(before),
    after: groupState(after),
    touches: [],
    atMs: after.updatedAtMs,
  });
}

function storable(group: Group): Group {
  const { name, description } = group;
  return { ...group, name: storeText(name), description: description === null ? null : storeText(description) };
}

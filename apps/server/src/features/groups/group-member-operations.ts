import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { keepUserGroups } from '../devices/user-statements.ts';
import {
  deleteMember,
  findMember,
  insertMember,
  listMemberIds,
  listMembers,
  usersWithEmail,
} from './group-member-statements.ts';
import { groupMemberState } from './group-state.ts';
import { findGroup } from './group-statements.ts';
import type { Group, GroupMember, NewGroupMember } from './group-store.ts';

export const groupMemberOperations = {
  members: reading(
    async (db, projectId: string, idOrKey: string, page: PageRequest): Promise<Page<GroupMember> | undefined> => {
      const group = await findGroup(db, projectId, idOrKey);
      return group && pageOf(await listMembers(db, group.id, page), page);
    },
  ),
  memberIds: reading(
    async (db, projectId: string, idOrKey: string, limit: number): Promise<readonly string[] | undefined> => {
      const group = await findGroup(db, projectId, idOrKey);
      return group && (await listMemberIds(db, group.id, limit));
    },
  ),
  addMember: writing(async (db, projectId: string, idOrKey: string, sent: NewGroupMember, actor: Actor) => {
    const group = await findGroup(db, projectId, idOrKey);
    return group && (await addMember(db, group, sent, actor));
  }),
  removeMember: writing(async (db, projectId: string, idOrKey: string, userId: string, actor: Actor) => {
    const group = await findGroup(db, projectId, idOrKey);
    return group !== undefined && (await removeMember(db, group, userId, actor));
  }),
};

async function addMember(db: Db, group: Group, sent: NewGroupMember, actor: Actor): Promise<GroupMember> {
  if (group.archivedAtMs !== null) {
    throw new WrongState('GROUP_ARCHIVED', `The group "${group.key}" is archived and can't have new members.`);
  }
  const userId = 'userId' in sent ? sent.userId : await userByEmail(db, group.projectId, sent.email);
  if ((await findMember(db, group.id, userId)) !== undefined) {
    throw new Taken('ALREADY_MEMBER', 'The user is already in the group.');
  }
  const member = { id: uuidv7(), userId, addedAtMs: await nextMoment(db, group.projectId) };
  await insertMember(db, group.id, member);
  await keepUserGroups(db, group.projectId, userId, (keys) => [...keys, group.key].sort());
  await record(db, actor, group, member, 'added', member.addedAtMs);
  return member;
}

async function removeMember(db: Db, group: Group, userId: string, actor: Actor): Promise<boolean> {
  const member = await findMember(db, group.id, userId);
  if (member === undefined) return false;
  await deleteMember(db, member.id);
  await keepUserGroups(db, group.projectId, userId, (keys) => keys.filter((key) => key !== group.key));
  await record(db, actor, group, member, 'removed', await nextMoment(db, group.projectId));
  return true;
}

/** Touches no environment: the user's revision tells those whom it concerns. */
async function record(
  db: Db,
  actor: Actor,
  group: Group,
  member: GroupMember,
  action: 'added' | 'removed',
  atMs: number,
): Promise<void> {
  const state = groupMemberState(group, member);
  await recordChange(db, actor, {
    projectId: group.projectId,
    entityType: 'group_member',
    entityId: member.id,
    entityKey: group.key,
    action,
    before: action === 'added' ? null : state,
    after: action === 'added' ? state : null,
    touches: [],
    atMs,
  });
}

async function userByEmail(db: Db, projectId: string, email: string): Promise<string> {
  const [user, other] = await usersWithEmail(db, projectId, email.trim());
  if (user === undefined) throw new Unacceptable('email', 'No user in this project has this email.');
  if (other !== undefined) throw new Unacceptable('email', 'Several users have this email. Use the user id instead.');
  return user;
}

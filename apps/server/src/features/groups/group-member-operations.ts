import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { readId, storeId } from '../../engines/sqlite/stored-text.ts';
import { keepUserGroups } from '../devices/user-rows.ts';
import { findGroup } from './group-operations.ts';
import { groupMemberState } from './group-state.ts';
import type { Group, GroupMember, NewGroupMember } from './group-store.ts';

const MEMBER = 'SELECT id, user_id AS userId, added_at AS addedAtMs FROM group_members WHERE group_id = ?';
const BY_EMAIL = `SELECT DISTINCT u.user_id AS userId FROM environments e JOIN users u ON u.environment_id = e.id
  WHERE e.project_id = ? AND json_extract(u.attributes, '$.email') IS NOT NULL
  AND lower(json_extract(u.attributes, '$.email')) = lower(?) LIMIT 2`;

export function groupMemberOperations(sql: Sql) {
  return {
    'groups.members': reading((projectId: string, idOrKey: string, page: PageRequest) => {
      const group = findGroup(sql, projectId.toLowerCase(), idOrKey);
      return group && listMembers(sql, group, page);
    }),
    'groups.addMember': writing((projectId: string, idOrKey: string, sent: NewGroupMember, actor: Actor) => {
      const group = findGroup(sql, projectId.toLowerCase(), idOrKey);
      return group && addMember(sql, group, sent, actor);
    }),
    'groups.removeMember': writing((projectId: string, idOrKey: string, userId: string, actor: Actor): boolean => {
      const group = findGroup(sql, projectId.toLowerCase(), idOrKey);
      return group !== undefined && removeMember(sql, group, userId, actor);
    }),
  };
}

function listMembers(sql: Sql, group: Group, page: PageRequest): Page<GroupMember> {
  const text = `${MEMBER} AND id < ? ORDER BY id DESC LIMIT ?`;
  return pageOf(sql.all<GroupMember>(text, group.id, cursorOf(page), page.limit + 1).map(readMember), page);
}

function addMember(sql: Sql, group: Group, sent: NewGroupMember, actor: Actor): GroupMember {
  if (group.archivedAtMs !== null) {
    throw new WrongState('GROUP_ARCHIVED', `The group "${group.key}" is archived and takes no members.`);
  }
  const userId = 'userId' in sent ? sent.userId : userByEmail(sql, group.projectId, sent.email);
  if (findMember(sql, group, userId) !== undefined) {
    throw new Taken('ALREADY_MEMBER', 'The user is in the group already.');
  }
  const member = { id: uuidv7(), userId, addedAtMs: nextMoment(sql, group.projectId) };
  const insert = 'INSERT INTO group_members (id, group_id, user_id, added_at) VALUES (?, ?, ?, ?)';
  sql.run(insert, member.id, group.id, storeId(userId), member.addedAtMs);
  keepUserGroups(sql, group.projectId, userId, (keys) => [...keys, group.key].sort());
  record(sql, actor, group, member, 'added', member.addedAtMs);
  return member;
}

function removeMember(sql: Sql, group: Group, userId: string, actor: Actor): boolean {
  const member = findMember(sql, group, userId);
  if (member === undefined) return false;
  sql.run('DELETE FROM group_members WHERE id = ?', member.id);
  keepUserGroups(sql, group.projectId, userId, (keys) => keys.filter((key) => key !== group.key));
  record(sql, actor, group, member, 'removed', nextMoment(sql, group.projectId));
  return true;
}

/** Touches no environment: the user's revision tells those whom it concerns. */
function record(
  sql: Sql,
  actor: Actor,
  group: Group,
  member: GroupMember,
  action: 'added' | 'removed',
  atMs: number,
): void {
  const state = groupMemberState(group, member);
  recordChange(sql, actor, {
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

function findMember(sql: Sql, group: Group, userId: string): GroupMember | undefined {
  const row = sql.one<GroupMember>(`${MEMBER} AND user_id = ?`, group.id, storeId(userId));
  return row && readMember(row);
}

function userByEmail(sql: Sql, projectId: string, email: string): string {
  const [user, other] = sql.all<{ userId: string }>(BY_EMAIL, projectId, email.trim());
  if (user === undefined) throw new Unacceptable('email', 'No user of the project has this email.');
  if (other !== undefined) throw new Unacceptable('email', 'Several users have this email: name the user by its id.');
  return readId(user.userId);
}

function readMember(row: GroupMember): GroupMember {
  return { ...row, userId: readId(row.userId) };
}

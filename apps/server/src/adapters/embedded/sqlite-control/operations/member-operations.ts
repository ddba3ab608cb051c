import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../../control/changes/actor.ts';
import { Taken, Unacceptable } from '../../../../control/control-errors.ts';
import type { Member, NewMember, Role } from '../../../../control/members/member-store.ts';
import type { Sql } from '../sql.ts';
import { storeText } from '../stored-text.ts';
import { reading, writing } from './operation.ts';
import { nextMoment, recordChange } from './record-change.ts';

export function memberOperations(sql: Sql) {
  return {
    'members.create': writing((member: NewMember, actor: Actor) => insertMember(sql, member, actor)),
    'members.grant': writing((memberId: string, projectId: string, role: Role, actor: Actor) =>
      grantRole(sql, memberId.toLowerCase(), projectId.toLowerCase(), role, actor),
    ),
    'members.count': reading(() => countMembers(sql)),
  };
}

export function insertMember(sql: Sql, member: NewMember, actor: Actor): Member {
  const email = storeText(member.email);
  if (sql.one('SELECT 1 FROM members WHERE email_lower = ?', email.toLowerCase()) !== undefined) {
    throw new Taken('MEMBER_EXISTS', `There is a member with the email ${email} already.`);
  }
  const row = { id: uuidv7(), email, createdAtMs: nextMoment(sql, null) };
  const insert = 'INSERT INTO members (id, email, email_lower, password_hash, created_at) VALUES (?, ?, ?, ?, ?)';
  sql.run(insert, row.id, email, email.toLowerCase(), member.passwordHash, row.createdAtMs);
  recordChange(sql, actor, {
    projectId: null,
    entityType: 'member',
    entityId: row.id,
    entityKey: email,
    action: 'created',
    before: null,
    after: { id: row.id, email, created_at: new Date(row.createdAtMs).toISOString() },
    touches: [],
    atMs: row.createdAtMs,
  });
  return row;
}

/** In the log of the project a member is what it may do there. */
export function grantRole(sql: Sql, memberId: string, projectId: string, role: Role, actor: Actor): void {
  const member = sql.one<{ email: string }>('SELECT email FROM members WHERE id = ?', memberId);
  if (member === undefined) throw new Unacceptable('member_id', 'There is no such member.');
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  const find = 'SELECT role FROM memberships WHERE member_id = ? AND project_id = ?';
  const known = sql.one<{ role: Role }>(find, memberId, projectId);
  if (known?.role === role) return;
  const atMs = nextMoment(sql, projectId);
  const text = `INSERT INTO memberships (member_id, project_id, role, created_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (member_id, project_id) DO UPDATE SET role = excluded.role`;
  sql.run(text, memberId, projectId, role, atMs);
  recordChange(sql, actor, {
    projectId,
    entityType: 'member',
    entityId: memberId,
    entityKey: member.email,
    action: 'role_granted',
    before: known ? { id: memberId, email: member.email, role: known.role } : null,
    after: { id: memberId, email: member.email, role },
    touches: [],
    atMs,
  });
}

export function countMembers(sql: Sql): number {
  return sql.one<{ count: number }>('SELECT count(*) AS count FROM members')?.count ?? 0;
}

import type { Role } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Account, Member } from '../../edge/sessions/member.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { findMember, type MemberRow, memberOf } from './member-rows.ts';
import type { NewMember } from './member-store.ts';

const INSERT = `INSERT INTO members (id, email, email_lower, password_hash, name, is_operator, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const ACCOUNT = `SELECT id, email, name, is_operator AS isOperator, created_at AS createdAtMs,
  password_hash AS passwordHash FROM members WHERE email_lower = ?`;
const GRANT = `INSERT INTO memberships (member_id, project_id, role, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
  ON CONFLICT (member_id, project_id) DO UPDATE SET role = excluded.role, updated_at = excluded.updated_at`;

/** Accounts: what a member is, wherever. */
export function memberOperations(sql: Sql) {
  return {
    'members.create': writing((member: NewMember, actor: Actor) => insertMember(sql, member, actor)),
    'members.grant': writing((memberId: string, projectId: string, role: Role, actor: Actor) =>
      grantRole(sql, memberId.toLowerCase(), projectId.toLowerCase(), role, actor),
    ),
    'members.count': reading(() => countMembers(sql)),
    'members.findAccount': reading((email: string): Account | undefined => {
      const row = sql.one<MemberRow & { passwordHash: string }>(ACCOUNT, storeText(email).toLowerCase());
      return row && { member: memberOf(row), passwordHash: row.passwordHash };
    }),
    'members.rename': writing((memberId: string, name: string | null, actor: Actor): Member | undefined => {
      const known = findMember(sql, memberId);
      if (known === undefined) return undefined;
      const renamed = { ...known, name: name === null ? null : storeText(name) };
      if (renamed.name === known.name) return known;
      sql.run('UPDATE members SET name = ? WHERE id = ?', renamed.name, known.id);
      record(sql, actor, 'updated', memberState(known), renamed);
      return renamed;
    }),
    'members.setPassword': writing((memberId: string, passwordHash: string, actor: Actor): boolean => {
      const known = findMember(sql, memberId);
      if (known === undefined) return false;
      sql.run('UPDATE members SET password_hash = ? WHERE id = ?', passwordHash, known.id);
      sql.run('DELETE FROM sessions WHERE member_id = ?', known.id);
      record(sql, actor, 'password_changed', memberState(known), known);
      return true;
    }),
  };
}

/** Without an actor, the new member is its own actor. */
export function insertMember(sql: Sql, member: NewMember, actor?: Actor): Member {
  const email = storeText(member.email);
  if (sql.one('SELECT 1 FROM members WHERE email_lower = ?', email.toLowerCase()) !== undefined) {
    throw new Taken('MEMBER_EXISTS', `There is a member with the email ${email} already.`);
  }
  const made: Member = {
    id: uuidv7(),
    email,
    name: member.name === undefined || member.name === null ? null : storeText(member.name),
    isOperator: member.isOperator ?? false,
    createdAtMs: Date.now(),
  };
  const flag = made.isOperator ? 1 : 0;
  sql.run(INSERT, made.id, email, email.toLowerCase(), member.passwordHash, made.name, flag, made.createdAtMs);
  record(sql, actor ?? { kind: 'member', id: made.id, name: made.name ?? email }, 'created', null, made);
  return made;
}

/** In the log of the project a member is what it may do there. */
export function grantRole(sql: Sql, memberId: string, projectId: string, role: Role, actor: Actor): void {
  const member = findMember(sql, memberId);
  if (member === undefined) throw new Unacceptable('member_id', 'There is no such member.');
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  const known = roleIn(sql, memberId, projectId);
  if (known === role) return;
  const atMs = nextMoment(sql, projectId);
  sql.run(GRANT, memberId, projectId, role, atMs);
  recordChange(sql, actor, {
    projectId,
    entityType: 'member',
    entityId: memberId,
    entityKey: member.email,
    action: 'role_granted',
    before: known === undefined ? null : { id: memberId, email: member.email, role: known },
    after: { id: memberId, email: member.email, role },
    touches: [],
    atMs,
  });
}

export function roleIn(sql: Sql, memberId: string, projectId: string): Role | undefined {
  const text = 'SELECT role FROM memberships WHERE member_id = ? AND project_id = ?';
  return sql.one<{ role: Role }>(text, memberId, projectId)?.role;
}

export function countMembers(sql: Sql): number {
  return sql.one<{ count: number }>('SELECT count(*) AS count FROM members')?.count ?? 0;
}

function record(sql: Sql, actor: Actor, action: string, before: EntityState | null, after: Member): void {
  recordChange(sql, actor, {
    projectId: null,
    entityType: 'member',
    entityId: after.id,
    entityKey: after.email,
    action,
    before,
    after: memberState(after),
    touches: [],
    atMs: nextMoment(sql, null),
  });
}

/** Never the hash of the password. */
function memberState({ id, email, name, isOperator, createdAtMs }: Member): EntityState {
  return { id, email, name, is_operator: isOperator, created_at: new Date(createdAtMs).toISOString() };
}

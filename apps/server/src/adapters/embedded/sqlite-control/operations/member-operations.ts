import { uuidv7 } from 'uuidv7';
import { Taken, Unacceptable } from '../../../../control/control-errors.ts';
import type { Member, NewMember, Role } from '../../../../control/members/member-store.ts';
import type { Sql } from '../sql.ts';
import { storeText } from '../stored-text.ts';
import { reading, writing } from './operation.ts';

export function memberOperations(sql: Sql) {
  return {
    'members.create': writing((member: NewMember) => insertMember(sql, member)),
    'members.grant': writing((memberId: string, projectId: string, role: Role) =>
      grantRole(sql, memberId.toLowerCase(), projectId.toLowerCase(), role),
    ),
    'members.count': reading(() => countMembers(sql)),
  };
}

export function insertMember(sql: Sql, member: NewMember): Member {
  const email = storeText(member.email);
  if (sql.one('SELECT 1 FROM members WHERE email_lower = ?', email.toLowerCase()) !== undefined) {
    throw new Taken('MEMBER_EXISTS', `There is a member with the email ${email} already.`);
  }
  const row = { id: uuidv7(), email, createdAtMs: Date.now() };
  const insert = 'INSERT INTO members (id, email, email_lower, password_hash, created_at) VALUES (?, ?, ?, ?, ?)';
  sql.run(insert, row.id, email, email.toLowerCase(), member.passwordHash, row.createdAtMs);
  return row;
}

export function grantRole(sql: Sql, memberId: string, projectId: string, role: Role): void {
  if (sql.one('SELECT 1 FROM members WHERE id = ?', memberId) === undefined) {
    throw new Unacceptable('member_id', 'There is no such member.');
  }
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  const text = `INSERT INTO memberships (member_id, project_id, role, created_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (member_id, project_id) DO UPDATE SET role = excluded.role`;
  sql.run(text, memberId, projectId, role, Date.now());
}

export function countMembers(sql: Sql): number {
  return sql.one<{ count: number }>('SELECT count(*) AS count FROM members')?.count ?? 0;
}

import type { Member } from '../../edge/sessions/member.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';

export type MemberRow = Omit<Member, 'isOperator'> & { readonly isOperator: number };

const FIND = `SELECT id, email, name, is_operator AS isOperator, created_at AS createdAtMs FROM members WHERE id = ?`;

export function findMember(sql: Sql, memberId: string): Member | undefined {
  const row = sql.one<MemberRow>(FIND, memberId.toLowerCase());
  return row && memberOf(row);
}

export function memberOf({ id, email, name, isOperator, createdAtMs }: MemberRow): Member {
  return { id, email, name, isOperator: isOperator === 1, createdAtMs };
}

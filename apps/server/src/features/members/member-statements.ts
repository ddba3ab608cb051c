import type { Db } from '../../control/sql/db.ts';
import { boolean, integer, nullable, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Member } from '../../edge/sessions/member.ts';

const member = { id: text, email: text, name: nullable(text), isOperator: boolean, createdAtMs: integer };
const COLUMNS = 'id, email, name, is_operator AS isOperator, created_at AS createdAtMs';

const FIND = statement({
  sql: `SELECT ${COLUMNS} FROM members WHERE id = :memberId`,
  params: { memberId: uuid },
  row: member,
});
const FIND_BY_EMAIL = statement({
  sql: `SELECT ${COLUMNS}, password_hash AS passwordHash FROM members WHERE email_lower = :emailLower`,
  params: { emailLower: text },
  row: { ...member, passwordHash: text },
});
export const COUNT_MEMBERS = statement({ sql: 'SELECT count(*) AS count FROM members', row: { count: integer } });
export const INSERT_MEMBER = statement({
  sql: `INSERT INTO members (id, email, email_lower, password_hash, name, is_operator, created_at)
    VALUES (:id, :email, :emailLower, :passwordHash, :name, :isOperator, :createdAtMs)`,
  params: { ...member, emailLower: text, passwordHash: text },
});
export const RENAME_MEMBER = statement({
  sql: 'UPDATE members SET name = :name WHERE id = :id',
  params: { id: text, name: nullable(text) },
});
export const SET_PASSWORD = statement({
  sql: 'UPDATE members SET password_hash = :passwordHash WHERE id = :id',
  params: { id: text, passwordHash: text },
});

export async function findMember(db: Db, memberId: string): Promise<Member | undefined> {
  return await db.one(FIND, { memberId });
}

/** With the hash of its password. The email is as it is stored, in any case of letters. */
export async function findByEmail(
  db: Db,
  email: string,
): Promise<(Member & { readonly passwordHash: string }) | undefined> {
  return await db.one(FIND_BY_EMAIL, { emailLower: email.toLowerCase() });
}

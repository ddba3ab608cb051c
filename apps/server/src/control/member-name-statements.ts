import type { Db } from './sql/db.ts';
import { nullable, text, uuid } from './sql/sql-type.ts';
import { statement } from './sql/statement.ts';

/** A member, as others see who looks after something. */
export interface MemberName {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

const member = { id: text, email: text, name: nullable(text) };
const FIND = statement({
  sql: 'SELECT id, email, name FROM members WHERE id = :id OR email_lower = :email',
  params: { id: uuid, email: text },
  row: member,
});
const IN_PROJECT = statement({
  sql: `SELECT m.id, m.email, m.name FROM memberships s JOIN members m ON m.id = s.member_id
    WHERE s.project_id = :projectId AND (m.id = :id OR m.email_lower = :email)`,
  params: { projectId: uuid, id: uuid, email: text },
  row: member,
});

/** Of whatever project. */
export async function memberName(db: Db, idOrEmail: string | null): Promise<MemberName | null> {
  if (idOrEmail === null) return null;
  return (await db.one(FIND, { id: idOrEmail, email: idOrEmail.toLowerCase() })) ?? null;
}

/** By id or email; undefined when the project has no such member. */
export async function memberOfProject(db: Db, projectId: string, idOrEmail: string): Promise<MemberName | undefined> {
  return await db.one(IN_PROJECT, { projectId, id: idOrEmail, email: idOrEmail.toLowerCase() });
}

import type { Role } from '@lamppost/protocol';
import type { Db } from '../../control/sql/db.ts';
import { integer, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { ProjectMember } from './member-store.ts';

const role = textOf<Role>();
const projectMember = {
  id: text,
  email: text,
  name: nullable(text),
  role,
  lastSignedInAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const MEMBER = `SELECT m.id, m.email, m.name, s.role, m.last_signed_in_at AS lastSignedInAtMs,
  s.created_at AS createdAtMs, s.updated_at AS updatedAtMs
  FROM memberships s JOIN members m ON m.id = s.member_id WHERE s.project_id = :projectId`;

export const LIST_MEMBERS = statement({
  sql: `${MEMBER} AND m.id < :cursor ORDER BY m.id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: projectMember,
});
const FIND = statement({
  sql: `${MEMBER} AND m.id = :memberId`,
  params: { projectId: uuid, memberId: uuid },
  row: projectMember,
});
const FIND_ROLE = statement({
  sql: 'SELECT role FROM memberships WHERE member_id = :memberId AND project_id = :projectId',
  params: { memberId: text, projectId: text },
  row: { role },
});
const COUNT_OWNERS = statement({
  sql: "SELECT count(*) AS owners FROM memberships WHERE project_id = :projectId AND role = 'owner'",
  params: { projectId: text },
  row: { owners: integer },
});
export const PROJECTS_OF = statement({
  sql: `SELECT p.id, p.slug, p.name, p.timezone, s.role FROM memberships s JOIN projects p ON p.id = s.project_id
    WHERE s.member_id = :memberId ORDER BY lower(p.name), p.id`,
  params: { memberId: uuid },
  row: { id: text, slug: text, name: text, timezone: text, role },
});
export const ENVIRONMENTS_OF = statement({
  sql: 'SELECT id, slug, name FROM environments WHERE project_id = :projectId ORDER BY id',
  params: { projectId: text },
  row: { id: text, slug: text, name: text },
});
export const GRANT = statement({
  sql: `INSERT INTO memberships (member_id, project_id, role, created_at, updated_at)
    VALUES (:memberId, :projectId, :role, :atMs, :atMs) ON CONFLICT (member_id, project_id)
    DO UPDATE SET role = excluded.role, updated_at = excluded.updated_at`,
  params: { memberId: text, projectId: text, role, atMs: integer },
});
export const REMOVE_MEMBER = statement({
  sql: 'DELETE FROM memberships WHERE member_id = :memberId AND project_id = :projectId',
  params: { memberId: text, projectId: text },
});
/** Of one role, or of any. */
export const WITHDRAW_INVITATIONS_OF = statement({
  sql: `DELETE FROM invitations WHERE project_id = :projectId AND invited_by_id = :memberId
    AND (:role IS NULL OR role = :role)`,
  params: { projectId: text, memberId: text, role: nullable(role) },
});
export const WITHDRAW_INVITATIONS_TO = statement({
  sql: `DELETE FROM invitations WHERE project_id = :projectId
    AND email_lower = (SELECT email_lower FROM members WHERE id = :memberId)`,
  params: { projectId: text, memberId: text },
});

export async function findInProject(db: Db, projectId: string, memberId: string): Promise<ProjectMember | undefined> {
  return await db.one(FIND, { projectId, memberId });
}

export async function roleIn(db: Db, memberId: string, projectId: string): Promise<Role | undefined> {
  return (await db.one(FIND_ROLE, { memberId, projectId }))?.role;
}

export async function ownersOf(db: Db, projectId: string): Promise<number> {
  return (await db.one(COUNT_OWNERS, { projectId }))?.owners ?? 0;
}

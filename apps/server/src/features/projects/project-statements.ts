import type { Db } from '../../control/sql/db.ts';
import { integer, nullable, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Project } from './project-store.ts';

const project = {
  id: text,
  slug: text,
  name: text,
  plan: text,
  timezone: text,
  retentionDays: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const PROJECT = `SELECT id, slug, name, plan, timezone, retention_days AS retentionDays, created_at AS createdAtMs,
  updated_at AS updatedAtMs FROM projects`;

export const LIST_PROJECTS = statement({
  sql: `${PROJECT} WHERE id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { cursor: text, limit: integer },
  row: project,
});
const FIND_BY_ID = statement({ sql: `${PROJECT} WHERE id = :id`, params: { id: uuid }, row: project });
const FIND_BY_SLUG = statement({ sql: `${PROJECT} WHERE slug = :slug`, params: { slug: text }, row: project });
const HAS_SLUG = statement({ sql: 'SELECT 1 FROM projects WHERE slug = :slug', params: { slug: text } });
const HAS_ID = statement({ sql: 'SELECT 1 FROM projects WHERE id = :id', params: { id: uuid } });
const TIMEZONE = statement({
  sql: 'SELECT timezone FROM projects WHERE id = :id',
  params: { id: uuid },
  row: { timezone: text },
});
export const INSERT_PROJECT = statement({
  sql: `INSERT INTO projects (id, slug, name, plan, timezone, retention_days, created_at, updated_at)
    VALUES (:id, :slug, :name, :plan, :timezone, :retentionDays, :createdAtMs, :updatedAtMs)`,
  params: project,
});
const { slug: _, createdAtMs: __, ...changeable } = project;
export const UPDATE_PROJECT = statement({
  sql: `UPDATE projects SET name = :name, plan = :plan, timezone = :timezone, retention_days = :retentionDays,
    updated_at = :updatedAtMs WHERE id = :id`,
  params: changeable,
});

/** By id or slug. */
export async function findProject(db: Db, idOrSlug: string): Promise<Project | undefined> {
  return (await db.one(FIND_BY_ID, { id: idOrSlug })) ?? (await db.one(FIND_BY_SLUG, { slug: idOrSlug }));
}

export async function hasProject(db: Db, id: string): Promise<boolean> {
  return (await db.one(HAS_ID, { id })) !== undefined;
}

export async function hasProjectSlug(db: Db, slug: string): Promise<boolean> {
  return (await db.one(HAS_SLUG, { slug })) !== undefined;
}

export async function projectTimezone(db: Db, id: string): Promise<string | undefined> {
  return (await db.one(TIMEZONE, { id }))?.timezone;
}

import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { grantRole } from '../members/member-operations.ts';
import { canonicalTimezone, defaultTimezone } from './canonical-timezone.ts';
import { insertEnvironment } from './environment-operations.ts';
import { insertKey } from './keys/key-operations.ts';
import type { NewProject, Project, ProjectPatch } from './project-store.ts';

const PROJECT = `SELECT id, slug, name, plan, timezone, retention_days AS retentionDays, created_at AS createdAtMs,
  updated_at AS updatedAtMs FROM projects`;
const UPDATE = 'UPDATE projects SET name = ?, plan = ?, timezone = ?, retention_days = ?, updated_at = ? WHERE id = ?';
const FIRST_ENVIRONMENTS = [
  { slug: 'production', name: 'Production' },
  { slug: 'development', name: 'Development' },
] as const;

export function projectOperations(sql: Sql) {
  return {
    'projects.create': writing(
      (project: NewProject, actor: Actor): Project => insertProject(sql, uuidv7(), project, actor),
    ),
    'projects.list': reading((page: PageRequest): Page<Project> => {
      const text = `${PROJECT} WHERE id < ? ORDER BY id DESC LIMIT ?`;
      return pageOf(sql.all<Project>(text, cursorOf(page), page.limit + 1), page);
    }),
    'projects.find': reading((idOrSlug: string) => findProject(sql, idOrSlug)),
    'projects.update': writing((idOrSlug: string, patch: ProjectPatch, actor: Actor) => {
      const known = findProject(sql, idOrSlug);
      return known && update(sql, known, patch, actor);
    }),
  };
}

export function insertProject(sql: Sql, id: string, project: NewProject, actor: Actor): Project {
  refuseUnknownPlan(sql, project.plan);
  if (sql.one('SELECT 1 FROM projects WHERE slug = ?', project.slug) !== undefined) {
    throw new Taken('PROJECT_SLUG_EXISTS', `There is a project with the slug "${project.slug}" already.`);
  }
  const now = Date.now();
  const row = {
    id,
    slug: project.slug,
    name: storeText(project.name),
    plan: project.plan,
    timezone: defaultTimezone,
    retentionDays: null,
    createdAtMs: now,
    updatedAtMs: now,
  };
  const insert = `INSERT INTO projects (id, slug, name, plan, timezone, retention_days, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  sql.run(insert, row.id, row.slug, row.name, row.plan, row.timezone, row.retentionDays, now, now);
  record(sql, actor, 'created', null, row);
  for (const { slug, name } of FIRST_ENVIRONMENTS) {
    const environment = insertEnvironment(sql, { projectId: id, slug, name }, actor);
    for (const key of project.keys.filter((each) => each.environmentSlug === slug)) {
      insertKey(sql, { ...key, projectId: id, environmentId: environment.id }, actor);
    }
  }
  if (project.ownerId !== undefined) grantRole(sql, project.ownerId.toLowerCase(), id, 'owner', actor);
  return row;
}

function update(sql: Sql, known: Project, patch: ProjectPatch, actor: Actor): Project {
  const { name, plan = known.plan, timezone, retentionDays = known.retentionDays } = patch;
  if (plan !== known.plan) refuseUnknownPlan(sql, plan);
  const patched = {
    ...known,
    name: name === undefined ? known.name : storeText(name),
    plan,
    timezone: timezone === undefined ? known.timezone : readTimezone(timezone),
    retentionDays,
  };
  if (isDeepStrictEqual(patched, known)) return known;
  const changed = { ...patched, updatedAtMs: nextMoment(sql, known.id) };
  sql.run(UPDATE, changed.name, plan, changed.timezone, retentionDays, changed.updatedAtMs, known.id);
  record(sql, actor, 'updated', known, changed);
  return changed;
}

function findProject(sql: Sql, idOrSlug: string): Project | undefined {
  const row =
    sql.one<Project>(`${PROJECT} WHERE id = ?`, idOrSlug.toLowerCase()) ??
    sql.one<Project>(`${PROJECT} WHERE slug = ?`, idOrSlug);
  return row && { ...row };
}

function readTimezone(sent: string): string {
  const timezone = canonicalTimezone(sent);
  if (timezone === undefined) throw new Unacceptable('timezone', `There is no time zone ${JSON.stringify(sent)}.`);
  return timezone;
}

function refuseUnknownPlan(sql: Sql, plan: string): void {
  if (plan === 'unmetered' || sql.one('SELECT 1 FROM plans WHERE name = ?', plan) !== undefined) return;
  throw new Unacceptable('plan', `There is no plan "${plan}".`);
}

function record(sql: Sql, actor: Actor, action: string, before: Project | null, after: Project): void {
  recordChange(sql, actor, {
    projectId: after.id,
    entityType: 'project',
    entityId: after.id,
    entityKey: after.slug,
    action,
    before: before && projectState(before),
    after: projectState(after),
    touches: [],
    atMs: after.updatedAtMs,
  });
}

function projectState(project: Project): EntityState {
  const { id, slug, name, plan, timezone, retentionDays: retention_days, createdAtMs, updatedAtMs } = project;
  const [created_at, updated_at] = [new Date(createdAtMs).toISOString(), new Date(updatedAtMs).toISOString()];
  return { id, slug, name, plan, timezone, retention_days, created_at, updated_at };
}

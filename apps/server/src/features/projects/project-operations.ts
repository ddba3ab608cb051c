import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { type Actor, operatorActor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { rescheduleDigests } from '../digests/pause-digests.ts';
import { grantRole } from '../members/member-operations.ts';
import { canonicalTimezone, defaultTimezone } from './canonical-timezone.ts';
import { insertEnvironment } from './environment-operations.ts';
import { insertKey } from './keys/key-operations.ts';
import { FIND_PLAN } from './plan-statements.ts';
import { findProject, hasProjectSlug, INSERT_PROJECT, LIST_PROJECTS, UPDATE_PROJECT } from './project-statements.ts';
import type { NewProject, Project, ProjectPatch } from './project-store.ts';

const FIRST_ENVIRONMENTS = [
  { slug: 'production', name: 'Production' },
  { slug: 'development', name: 'Development' },
] as const;

export const projectOperations = {
  create: writing((db, project: NewProject, actor: Actor = operatorActor) =>
    insertProject(db, uuidv7(), project, actor),
  ),
  list: reading(async (db, page: PageRequest): Promise<Page<Project>> => {
    return pageOf(await db.all(LIST_PROJECTS, { cursor: cursorOf(page), limit: page.limit + 1 }), page);
  }),
  find: reading(findProject),
  update: writing(async (db, idOrSlug: string, patch: ProjectPatch, actor: Actor = operatorActor) => {
    const known = await findProject(db, idOrSlug);
    return known && (await update(db, known, patch, actor));
  }),
};

export async function insertProject(db: Db, id: string, project: NewProject, actor: Actor): Promise<Project> {
  await refuseUnknownPlan(db, project.plan);
  if (await hasProjectSlug(db, project.slug)) {
    throw new Taken('PROJECT_SLUG_EXISTS', `A project with the slug "${project.slug}" already exists.`);
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
  await db.run(INSERT_PROJECT, row);
  await record(db, actor, 'created', null, row);
  for (const { slug, name } of FIRST_ENVIRONMENTS) {
    const environment = await insertEnvironment(db, { projectId: id, slug, name }, actor);
    for (const key of project.keys.filter((each) => each.environmentSlug === slug)) {
      await insertKey(db, { ...key, projectId: id, environmentId: environment.id }, actor);
    }
  }
  if (project.ownerId !== undefined) await grantRole(db, project.ownerId.toLowerCase(), id, 'owner', actor);
  return row;
}

async function update(db: Db, known: Project, patch: ProjectPatch, actor: Actor): Promise<Project> {
  const { name, plan = known.plan, timezone, retentionDays = known.retentionDays } = patch;
  if (plan !== known.plan) await refuseUnknownPlan(db, plan);
  const patched = {
    ...known,
    name: name === undefined ? known.name : storeText(name),
    plan,
    timezone: timezone === undefined ? known.timezone : readTimezone(timezone),
    retentionDays,
  };
  if (isDeepStrictEqual(patched, known)) return known;
  const changed = { ...patched, updatedAtMs: await nextMoment(db, known.id) };
  await db.run(UPDATE_PROJECT, changed);
  if (changed.timezone !== known.timezone) await rescheduleDigests(db, known.id, changed.timezone);
  await record(db, actor, 'updated', known, changed);
  return changed;
}

function readTimezone(sent: string): string {
  const timezone = canonicalTimezone(sent);
  if (timezone === undefined) throw new Unacceptable('timezone', `Unknown time zone: ${JSON.stringify(sent)}.`);
  return timezone;
}

async function refuseUnknownPlan(db: Db, plan: string): Promise<void> {
  if (plan === 'unmetered' || (await db.one(FIND_PLAN, { name: plan })) !== undefined) return;
  throw new Unacceptable('plan', `Unknown plan: "${plan}".`);
}

async function record(db: Db, actor: Actor, action: string, before: Project | null, after: Project): Promise<void> {
  await recordChange(db, actor, {
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

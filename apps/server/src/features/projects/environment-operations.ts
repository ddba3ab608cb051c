import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { type Actor, operatorActor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Taken } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import {
  APPROVALS_OF_PROJECT,
  FIND_ENVIRONMENT_BY_ID,
  FIND_ENVIRONMENT_BY_SLUG,
  INSERT_ENVIRONMENT,
  LIST_ENVIRONMENTS,
  SET_APPROVAL,
} from './environment-statements.ts';
import type { ApprovalPolicy, Environment } from './environment-store.ts';
import { requireProject } from './require-project.ts';

export interface NewEnvironment {
  readonly projectId: string;
  readonly slug: string;
  readonly name: string;
}

export const environmentOperations = {
  create: writing((db, environment: NewEnvironment, actor: Actor = operatorActor) =>
    insertEnvironment(db, environment, actor),
  ),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<Environment>> => {
    const asked = { projectId, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_ENVIRONMENTS, asked), page);
  }),
  find: reading(findEnvironment),
  setApproval: writing(
    async (
      db,
      projectId: string,
      idOrSlug: string,
      approval: ApprovalPolicy | null,
      actor: Actor,
    ): Promise<Environment | undefined> => {
      const before = await findEnvironment(db, projectId, idOrSlug);
      if (before === undefined || isDeepStrictEqual(before.approval, approval)) return before;
      const after = { ...before, approval, updatedAtMs: await nextMoment(db, before.projectId) };
      await db.run(SET_APPROVAL, after);
      await recordChange(db, actor, {
        projectId: before.projectId,
        entityType: 'environment',
        entityId: before.id,
        entityKey: before.slug,
        environmentId: before.id,
        action: 'approval_set',
        before: environmentState(before),
        after: environmentState(after),
        touches: [],
        atMs: after.updatedAtMs,
      });
      return after;
    },
  ),
};

/** Of the environments in which edits need approval, by their ids. */
export async function approvalsOf(db: Db, projectId: string): Promise<ReadonlyMap<string, ApprovalPolicy>> {
  return new Map((await db.all(APPROVALS_OF_PROJECT, { projectId })).map(({ id, approval }) => [id, approval]));
}

/** By id or slug, within the project. */
export async function findEnvironment(db: Db, projectId: string, idOrSlug: string): Promise<Environment | undefined> {
  return (
    (await db.one(FIND_ENVIRONMENT_BY_ID, { projectId, id: idOrSlug })) ??
    (await db.one(FIND_ENVIRONMENT_BY_SLUG, { projectId, slug: idOrSlug }))
  );
}

export async function insertEnvironment(db: Db, environment: NewEnvironment, actor: Actor): Promise<Environment> {
  const projectId = environment.projectId.toLowerCase();
  await requireProject(db, projectId);
  if ((await db.one(FIND_ENVIRONMENT_BY_SLUG, { projectId, slug: environment.slug })) !== undefined) {
    throw new Taken('ENVIRONMENT_SLUG_EXISTS', `An environment with the slug "${environment.slug}" already exists.`);
  }
  const now = await nextMoment(db, projectId);
  const row = {
    id: uuidv7(),
    projectId,
    slug: environment.slug,
    name: storeText(environment.name),
    configVersion: 1,
    approval: null,
    createdAtMs: now,
    updatedAtMs: now,
  };
  // The change that makes it is the first that moves its version.
  await db.run(INSERT_ENVIRONMENT, { ...row, configVersion: row.configVersion - 1 });
  await recordChange(db, actor, {
    projectId,
    entityType: 'environment',
    entityId: row.id,
    entityKey: row.slug,
    environmentId: row.id,
    action: 'created',
    before: null,
    after: environmentState(row),
    touches: [row.id],
    atMs: now,
  });
  return row;
}

/** Without the version: that moves by itself. */
function environmentState({ id, slug, name, approval, createdAtMs, updatedAtMs }: Environment): EntityState {
  const [created_at, updated_at] = [new Date(createdAtMs).toISOString(), new Date(updatedAtMs).toISOString()];
  return { id, slug, name, approval: approvalState(approval), created_at, updated_at };
}

/** As it is logged and shown. */
export const approvalState = (approval: ApprovalPolicy | null) => ({
  required: approval !== null,
  secret_keys: approval?.secretKeys ?? 'request',
});

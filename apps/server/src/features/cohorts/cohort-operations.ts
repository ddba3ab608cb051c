import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { checkNamedCohorts } from './check-named-cohorts.ts';
import { findServed, saveServed } from './cohort-member-statements.ts';
import { cohortState } from './cohort-state.ts';
import { allCohorts, findCohort, listCohorts, noteAsked, noteOutcome, saveCohort } from './cohort-statements.ts';
import type { Cohort, CohortFilter, CohortPatch, NewCohort } from './cohort-store.ts';

export const cohortOperations = {
  create: writing(create),
  list: reading(
    async (db, filter: CohortFilter, page: PageRequest): Promise<Page<Cohort>> =>
      pageOf(await listCohorts(db, filter, page), page),
  ),
  find: reading(findCohort),
  update: writing(async (db, scope: Scope, idOrKey: string, patch: CohortPatch, actor: Actor) => {
    const cohort = await findCohort(db, scope, idOrKey);
    return cohort && (await update(db, cohort, patch, actor));
  }),
  all: reading(allCohorts),
  noteOutcome: writing(noteOutcome),
  noteAsked: writing(noteAsked),
  serve: writing(async (db, cohortId: string, userIds: readonly string[] | null): Promise<boolean> => {
    const before = await findServed(db, cohortId);
    if (isDeepStrictEqual(before ?? null, userIds)) return false;
    await saveServed(db, cohortId, userIds);
    return true;
  }),
};

async function create(db: Db, sent: NewCohort, actor: Actor): Promise<Cohort> {
  const [projectId, environmentId] = [sent.projectId.toLowerCase(), sent.environmentId.toLowerCase()];
  const scope = { projectId, environmentId };
  const taken = await findCohort(db, scope, sent.key);
  if (taken?.key === sent.key) {
    throw new Taken('COHORT_KEY_EXISTS', `A cohort with the key "${sent.key}" already exists.`);
  }
  const atMs = await nextMoment(db, projectId);
  const cohort = storable({
    ...scope,
    id: uuidv7(),
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    kind: sent.kind,
    definition: sent.definition,
    ...notComputed,
    askedAtMs: null,
    archivedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  await checkNamedCohorts(cohort, (idOrKey) => findCohort(db, scope, idOrKey));
  await save(db, actor, 'created', null, cohort);
  return cohort;
}

const notComputed = { size: null, userCount: null, computedAtMs: null, error: null, triedAtMs: null };

async function update(db: Db, cohort: Cohort, patch: CohortPatch, actor: Actor): Promise<Cohort> {
  for (const name of ['key', 'kind'] as const) {
    if (patch[name] !== undefined && patch[name] !== cohort[name]) {
      throw new Unacceptable(name, `${name} can't be changed.`);
    }
  }
  const isArchived = cohort.archivedAtMs !== null;
  const willBeArchived = patch.archived ?? isArchived;
  const atMs = await nextMoment(db, cohort.projectId);
  const patched = storable({
    ...cohort,
    name: patch.name ?? cohort.name,
    description: patch.description === undefined ? cohort.description : patch.description,
    definition: patch.definition ?? cohort.definition,
    archivedAtMs: willBeArchived ? (cohort.archivedAtMs ?? atMs) : null,
  });
  if (isDeepStrictEqual(patched, cohort)) return cohort;
  const isBack = isArchived && !willBeArchived;
  if (isBack || !isDeepStrictEqual(patched.definition, cohort.definition)) {
    await checkNamedCohorts(patched, (idOrKey) => findCohort(db, cohort, idOrKey));
  }
  const changed = { ...patched, updatedAtMs: atMs };
  const action = willBeArchived === isArchived ? 'updated' : willBeArchived ? 'archived' : 'unarchived';
  await save(db, actor, action, cohort, changed);
  return changed;
}

async function save(db: Db, actor: Actor, action: string, before: Cohort | null, after: Cohort): Promise<void> {
  await saveCohort(db, after);
  await recordChange(db, actor, {
    projectId: after.projectId,
    environmentId: after.environmentId,
    entityType: 'cohort',
    entityId: after.id,
    entityKey: after.key,
    action,
    before: before && cohortState(before),
    after: cohortState(after),
    touches: [],
    atMs: after.updatedAtMs,
  });
}

function storable(cohort: Cohort): Cohort {
  const { name, description } = cohort;
  return { ...cohort, name: storeText(name), description: description === null ? null : storeText(description) };
}

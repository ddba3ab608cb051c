import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { boolean, integer, json, listOf, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Scope } from '../../edge/scope.ts';
import { searchText } from '../flags/flag-statements.ts';
import type { Cohort, CohortDefinition, CohortFilter, CohortKind, CohortOutcome } from './cohort-store.ts';

const cohort = {
  id: text,
  projectId: text,
  environmentId: text,
  key: text,
  name: text,
  description: nullable(text),
  kind: textOf<CohortKind>(),
  definition: json<CohortDefinition>(),
  archivedAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const cohortRow = {
  ...cohort,
  size: nullable(integer),
  userCount: nullable(integer),
  computedAtMs: nullable(integer),
  error: nullable(text),
  triedAtMs: nullable(integer),
  askedAtMs: nullable(integer),
};
const inScope = { projectId: uuid, environmentId: uuid };

const COHORT = `SELECT id, project_id AS projectId, environment_id AS environmentId, key, name, description, kind,
  definition, size, user_count AS userCount, computed_at AS computedAtMs, error, tried_at AS triedAtMs,
  asked_at AS askedAtMs, archived_at AS archivedAtMs, created_at AS createdAtMs, updated_at AS updatedAtMs FROM cohorts`;
const IN_SCOPE = 'project_id = :projectId AND environment_id = :environmentId';

const LIST = statement({
  sql: `${COHORT} WHERE ${IN_SCOPE} AND id < :cursor AND (:includeArchived = 1 OR archived_at IS NULL)
    AND (:search IS NULL OR strpos(search, :search) > 0) ORDER BY id DESC LIMIT :limit`,
  params: { ...inScope, cursor: text, includeArchived: boolean, search: nullable(text), limit: integer },
  row: cohortRow,
});
const ALL = statement({ sql: `${COHORT} WHERE archived_at IS NULL ORDER BY id`, row: cohortRow });
const WITH_ID = statement({
  sql: `${COHORT} WHERE ${IN_SCOPE} AND id = :id`,
  params: { ...inScope, id: uuid },
  row: cohortRow,
});
const WITH_KEY = statement({
  sql: `${COHORT} WHERE ${IN_SCOPE} AND key = :key`,
  params: { ...inScope, key: text },
  row: cohortRow,
});
const SAVE = statement({
  sql: `INSERT INTO cohorts (id, project_id, environment_id, key, name, description, kind, definition, search,
    archived_at, created_at, updated_at) VALUES (:id, :projectId, :environmentId, :key, :name, :description, :kind,
    :definition, :search, :archivedAtMs, :createdAtMs, :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
    definition = excluded.definition, search = excluded.search, archived_at = excluded.archived_at,
    updated_at = excluded.updated_at`,
  params: { ...cohort, search: text },
});
const NOTE_COMPUTED = statement({
  sql: `UPDATE cohorts SET size = :size, user_count = :userCount, computed_at = :atMs, tried_at = :atMs, error = NULL
    WHERE id = :id`,
  params: { id: text, size: integer, userCount: integer, atMs: integer },
});
const NOTE_FAILED = statement({
  sql: 'UPDATE cohorts SET error = :error, tried_at = :atMs WHERE id = :id',
  params: { id: text, error: text, atMs: integer },
});
const NOTE_ASKED = statement({
  sql: 'UPDATE cohorts SET asked_at = :atMs WHERE id IN :ids',
  params: { ids: listOf(text), atMs: integer },
});

/** One more than the page holds where there is a next one. */
export async function listCohorts(db: Db, filter: CohortFilter, page: PageRequest): Promise<readonly Cohort[]> {
  const { projectId, environmentId, includeArchived = false } = filter;
  const search = filter.search?.toLowerCase() ?? null;
  const asked = { projectId, environmentId, includeArchived, search };
  return await db.all(LIST, { ...asked, cursor: cursorOf(page), limit: page.limit + 1 });
}

export const allCohorts = (db: Db): Promise<readonly Cohort[]> => db.all(ALL, {});

export async function findCohort(
  db: Db,
  { projectId, environmentId }: Scope,
  idOrKey: string,
): Promise<Cohort | undefined> {
  const scope = { projectId, environmentId };
  return (await db.one(WITH_ID, { ...scope, id: idOrKey })) ?? (await db.one(WITH_KEY, { ...scope, key: idOrKey }));
}

export async function saveCohort(db: Db, saved: Cohort): Promise<void> {
  await db.run(SAVE, { ...saved, search: searchText(saved) });
}

export async function noteOutcome(db: Db, id: string, outcome: CohortOutcome): Promise<void> {
  if ('error' in outcome) await db.run(NOTE_FAILED, { id, ...outcome });
  else await db.run(NOTE_COMPUTED, { id, ...outcome });
}

export async function noteAsked(db: Db, ids: readonly string[], atMs: number): Promise<void> {
  await db.run(NOTE_ASKED, { ids, atMs });
}

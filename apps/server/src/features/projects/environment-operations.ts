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
import type { Environment } from './environment-store.ts';

const ENVIRONMENT = `SELECT id, project_id AS projectId, slug, name, config_version AS configVersion,
  created_at AS createdAtMs, updated_at AS updatedAtMs FROM environments`;

export interface NewEnvironment {
  readonly projectId: string;
  readonly slug: string;
  readonly name: string;
}

export function environmentOperations(sql: Sql) {
  return {
    'environments.create': writing((environment: NewEnvironment, actor: Actor) =>
      insertEnvironment(sql, environment, actor),
    ),
    'environments.list': reading((projectId: string, page: PageRequest): Page<Environment> => {
      const text = `${ENVIRONMENT} WHERE project_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;
      return pageOf(sql.all<Environment>(text, projectId.toLowerCase(), cursorOf(page), page.limit + 1), page);
    }),
    'environments.find': reading((projectId: string, idOrSlug: string) => findEnvironment(sql, projectId, idOrSlug)),
  };
}

/** By id or slug, within the project. */
export function findEnvironment(sql: Sql, projectId: string, idOrSlug: string): Environment | undefined {
  const project = projectId.toLowerCase();
  return (
    sql.one<Environment>(`${ENVIRONMENT} WHERE project_id = ? AND id = ?`, project, idOrSlug.toLowerCase()) ??
    sql.one<Environment>(`${ENVIRONMENT} WHERE project_id = ? AND slug = ?`, project, idOrSlug)
  );
}

export function insertEnvironment(sql: Sql, environment: NewEnvironment, actor: Actor): Environment {
  const projectId = environment.projectId.toLowerCase();
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  if (sql.one('SELECT 1 FROM environments WHERE project_id = ? AND slug = ?', projectId, environment.slug)) {
    throw new Taken('ENVIRONMENT_SLUG_EXISTS', `There is an environment "${environment.slug}" in the project already.`);
  }
  const now = nextMoment(sql, projectId);
  const row = {
    id: uuidv7(),
    projectId,
    slug: environment.slug,
    name: storeText(environment.name),
    configVersion: 1,
    createdAtMs: now,
    updatedAtMs: now,
  };
  const insert = `INSERT INTO environments (id, project_id, slug, name, config_version, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  // The change that makes it is the first that moves its version.
  sql.run(insert, row.id, row.projectId, row.slug, row.name, row.configVersion - 1, now, now);
  recordChange(sql, actor, {
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
function environmentState({ id, slug, name, createdAtMs, updatedAtMs }: Environment): EntityState {
  const [created_at, updated_at] = [new Date(createdAtMs).toISOString(), new Date(updatedAtMs).toISOString()];
  return { id, slug, name, created_at, updated_at };
}

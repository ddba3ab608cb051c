import type { Db } from './db.ts';
import { type SqlTypes, text, UUID_LENGTH, uuid, type ValuesOf } from './sql-type.ts';
import { statement } from './statement.ts';

/** Finds the row of a project that has the id, else the one that has the key. `select` is a statement without WHERE. */
export function byIdOrKey<Row extends SqlTypes>(select: string, row: Row) {
  const withId = statement({
    sql: `${select} WHERE project_id = :projectId AND id = :id`,
    params: { projectId: uuid, id: uuid },
    row,
  });
  const withKey = statement({
    sql: `${select} WHERE project_id = :projectId AND key = :key`,
    params: { projectId: uuid, key: text },
    row,
  });
  return async (db: Db, projectId: string, idOrKey: string): Promise<ValuesOf<Row> | undefined> => {
    const found = idOrKey.length === UUID_LENGTH ? await db.one(withId, { projectId, id: idOrKey }) : undefined;
    return found ?? (await db.one(withKey, { projectId, key: idOrKey }));
  };
}

/** Whether a row of the project has the key. */
export function hasKeyIn(table: string) {
  const found = statement({
    sql: `SELECT 1 FROM ${table} WHERE project_id = :projectId AND key = :key`,
    params: { projectId: uuid, key: text },
  });
  return async (db: Db, projectId: string, key: string): Promise<boolean> =>
    (await db.one(found, { projectId, key })) !== undefined;
}

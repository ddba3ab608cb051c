import type { Db } from '../../control/sql/db.ts';
import { integer, nullable, real, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Holdout } from './holdout-store.ts';

const holdoutRow = { projectId: text, id: text, percentage: real, beganAtMs: nullable(integer), updatedAtMs: integer };

const FIND = statement({
  sql: `SELECT project_id AS projectId, holdout_id AS id, percentage, began_at AS beganAtMs, updated_at AS updatedAtMs
    FROM holdouts WHERE project_id = :projectId`,
  params: { projectId: uuid },
  row: holdoutRow,
});
const SAVE = statement({
  sql: `INSERT INTO holdouts (project_id, holdout_id, percentage, began_at, updated_at)
    VALUES (:projectId, :id, :percentage, :beganAtMs, :updatedAtMs)
    ON CONFLICT (project_id) DO UPDATE SET holdout_id = excluded.holdout_id, percentage = excluded.percentage,
    began_at = excluded.began_at, updated_at = excluded.updated_at`,
  params: holdoutRow,
});

export const findHoldout = (db: Db, projectId: string): Promise<Holdout | undefined> => db.one(FIND, { projectId });

export async function saveHoldout(db: Db, holdout: Holdout): Promise<void> {
  await db.run(SAVE, { ...holdout });
}

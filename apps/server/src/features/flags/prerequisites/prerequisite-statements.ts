import type { Db } from '../../../control/sql/db.ts';
import { json, text, textOf } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import type { ValueType } from '../../../edge/targeting-rules.ts';
import type { FlagStatus, Prerequisite } from '../flag-store.ts';
import type { NeededFlag } from './check-prerequisites.ts';

const OF_PROJECT = statement({
  sql: `SELECT key, value_type AS valueType, status, prerequisites FROM flags WHERE project_id = :projectId ORDER BY key`,
  params: { projectId: text },
  row: {
    key: text,
    valueType: textOf<ValueType>(),
    status: textOf<FlagStatus>(),
    prerequisites: json<readonly Prerequisite[]>(),
  },
});

/** All flags of a project as others may need them, by key. */
export async function neededFlags(db: Db, projectId: string): Promise<ReadonlyMap<string, NeededFlag>> {
  const rows = await db.all(OF_PROJECT, { projectId });
  return new Map(rows.map(({ status, ...flag }) => [flag.key, { ...flag, isArchived: status === 'archived' }]));
}

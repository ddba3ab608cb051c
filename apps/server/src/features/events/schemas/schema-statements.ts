import type { PageRequest } from '../../../control/page.ts';
import { cursorOf } from '../../../control/page-of.ts';
import type { Db } from '../../../control/sql/db.ts';
import { chosenId, integer, json, nullable, text, textOf, uuid } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import type { SchemaMode } from '../../../edge/schema-mode.ts';
import type { EventSchema } from './event-schema-store.ts';

const schema = {
  id: text,
  projectId: text,
  eventName: chosenId,
  description: nullable(text),
  category: nullable(text),
  status: nullable(text),
  properties: json<EventSchema['properties']>(),
  mode: textOf<SchemaMode>(),
  createdAtMs: integer,
  updatedAtMs: integer,
};

const SCHEMA = `SELECT id, project_id AS projectId, event_name AS eventName, description, category, status, properties,
  mode, created_at AS createdAtMs, updated_at AS updatedAtMs FROM event_schemas`;
const LIST = statement({
  sql: `${SCHEMA} WHERE project_id = :projectId AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: schema,
});
const FIND = statement({
  sql: `${SCHEMA} WHERE project_id = :projectId AND event_name = :eventName`,
  params: { projectId: uuid, eventName: chosenId },
  row: schema,
});
const SAVE = statement({
  sql: `INSERT INTO event_schemas (id, project_id, event_name, description, category, status, properties, mode,
    created_at, updated_at) VALUES (:id, :projectId, :eventName, :description, :category, :status, :properties, :mode,
    :createdAtMs, :updatedAtMs) ON CONFLICT (id) DO UPDATE SET
    description = excluded.description, category = excluded.category, status = excluded.status,
    properties = excluded.properties, mode = excluded.mode, updated_at = excluded.updated_at`,
  params: schema,
});
const SPENT = statement({
  sql: `SELECT count(*) AS schemas, coalesce(sum(octet_length(properties)), 0) AS bytes
    FROM event_schemas WHERE project_id = :projectId AND event_name <> :eventName`,
  params: { projectId: text, eventName: chosenId },
  row: { schemas: integer, bytes: integer },
});
const DELETE = statement({ sql: 'DELETE FROM event_schemas WHERE id = :id', params: { id: text } });

/** One more than the page has, when there is a next one. */
export async function listSchemas(db: Db, projectId: string, page: PageRequest): Promise<readonly EventSchema[]> {
  return await db.all(LIST, { projectId, cursor: cursorOf(page), limit: page.limit + 1 });
}

export async function findSchema(db: Db, projectId: string, eventName: string): Promise<EventSchema | undefined> {
  return await db.one(FIND, { projectId, eventName });
}

export async function saveSchema(db: Db, saved: EventSchema): Promise<void> {
  await db.run(SAVE, saved);
}

/** By the schemas of all other events. */
export async function spentBySchemas(
  db: Db,
  projectId: string,
  eventName: string,
): Promise<{ readonly schemas: number; readonly bytes: number }> {
  return (await db.one(SPENT, { projectId, eventName })) ?? { schemas: 0, bytes: 0 };
}

export async function deleteSchema(db: Db, id: string): Promise<void> {
  await db.run(DELETE, { id });
}

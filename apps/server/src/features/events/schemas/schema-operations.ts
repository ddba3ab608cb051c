import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../control/actor.ts';
import { Unacceptable } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { cursorOf, pageOf } from '../../../control/page-of.ts';
import { nextMoment, recordChange } from '../../../control/record-change.ts';
import type { Sql } from '../../../engines/sqlite/sql.ts';
import { readId, storeId, storeText } from '../../../engines/sqlite/stored-text.ts';
import { eventSchemaState } from './event-schema-state.ts';
import { type EventSchema, MAX_SCHEMA_BYTES, MAX_SCHEMAS, type NewEventSchema } from './event-schema-store.ts';

type SchemaRow = Omit<EventSchema, 'properties'> & { readonly properties: string };

const SCHEMA = `SELECT id, project_id AS projectId, event_name AS eventName, description, category, status, properties,
  mode, created_at AS createdAtMs, updated_at AS updatedAtMs FROM event_schemas`;
const LIST = `${SCHEMA} WHERE project_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;
const FIND = `${SCHEMA} WHERE project_id = ? AND event_name = ?`;
const SAVE = `INSERT INTO event_schemas (id, project_id, event_name, description, category, status, properties, mode,
  created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
  description = excluded.description, category = excluded.category, status = excluded.status,
  properties = excluded.properties, mode = excluded.mode, updated_at = excluded.updated_at`;
const SPENT = `SELECT count(*) AS schemas, coalesce(sum(length(CAST(properties AS BLOB))), 0) AS bytes
  FROM event_schemas WHERE project_id = ? AND event_name <> ?`;

/** Whether a schema can be checked has been looked at before it comes here. */
export function schemaOperations(sql: Sql) {
  return {
    'schemas.put': writing((projectId: string, eventName: string, schema: NewEventSchema, actor: Actor) =>
      put(sql, projectId.toLowerCase(), eventName, schema, actor),
    ),
    'schemas.list': reading((projectId: string, page: PageRequest): Page<EventSchema> => {
      const rows = sql.all<SchemaRow>(LIST, projectId.toLowerCase(), cursorOf(page), page.limit + 1);
      return pageOf(rows.map(schemaOf), page);
    }),
    'schemas.find': reading((projectId: string, eventName: string) => find(sql, projectId.toLowerCase(), eventName)),
    'schemas.remove': writing((projectId: string, eventName: string, actor: Actor): boolean => {
      const schema = find(sql, projectId.toLowerCase(), eventName);
      if (schema === undefined) return false;
      sql.run('DELETE FROM event_schemas WHERE id = ?', schema.id);
      log(sql, actor, 'removed', schema, null, nextMoment(sql, schema.projectId));
      return true;
    }),
  };
}

function find(sql: Sql, projectId: string, eventName: string): EventSchema | undefined {
  const row = sql.one<SchemaRow>(FIND, projectId, storeId(eventName));
  return row && schemaOf(row);
}

const schemaOf = (row: SchemaRow): EventSchema => ({
  ...row,
  eventName: readId(row.eventName),
  properties: JSON.parse(row.properties),
});

function put(sql: Sql, projectId: string, eventName: string, sent: NewEventSchema, actor: Actor) {
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  const before = find(sql, projectId, eventName);
  const propertiesJson = storeText(JSON.stringify(sent.properties));
  const atMs = nextMoment(sql, projectId);
  const schema: EventSchema = {
    id: before?.id ?? uuidv7(),
    projectId,
    eventName,
    description: textOrNull(sent.description),
    category: textOrNull(sent.category),
    status: textOrNull(sent.status),
    properties: JSON.parse(propertiesJson),
    mode: sent.mode ?? 'allow',
    createdAtMs: before?.createdAtMs ?? atMs,
    updatedAtMs: before?.updatedAtMs ?? atMs,
  };
  if (before !== undefined && isDeepStrictEqual(before, schema)) return { schema: before, isNew: false };
  refuseTooMuch(sql, projectId, eventName, propertiesJson);
  const saved = { ...schema, updatedAtMs: atMs };
  const { id, description, category, status, mode, createdAtMs } = saved;
  const facts = [description, category, status, propertiesJson, mode] as const;
  sql.run(SAVE, id, projectId, storeId(eventName), ...facts, createdAtMs, atMs);
  log(sql, actor, before === undefined ? 'created' : 'updated', before ?? null, saved, atMs);
  return { schema: saved, isNew: before === undefined };
}

function refuseTooMuch(sql: Sql, projectId: string, eventName: string, propertiesJson: string): void {
  const spent = sql.one<{ schemas: number; bytes: number }>(SPENT, projectId, storeId(eventName));
  if ((spent?.schemas ?? 0) >= MAX_SCHEMAS) {
    throw new Unacceptable('properties', `properties is one schema too many: a project has at most ${MAX_SCHEMAS}.`);
  }
  if ((spent?.bytes ?? 0) + Buffer.byteLength(propertiesJson) > MAX_SCHEMA_BYTES) {
    throw new Unacceptable(
      'properties',
      `properties of all schemas of a project take at most ${MAX_SCHEMA_BYTES} bytes.`,
    );
  }
}

function log(
  sql: Sql,
  actor: Actor,
  action: string,
  before: EventSchema | null,
  after: EventSchema | null,
  atMs: number,
): void {
  const schema = after ?? before;
  if (schema === null) throw new Error('A change of nothing cannot be logged.');
  recordChange(sql, actor, {
    projectId: schema.projectId,
    entityType: 'event_schema',
    entityId: schema.id,
    entityKey: schema.eventName,
    action,
    before: before && eventSchemaState(before),
    after: after && eventSchemaState(after),
    touches: [],
    atMs,
  });
}

const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storeText(text);

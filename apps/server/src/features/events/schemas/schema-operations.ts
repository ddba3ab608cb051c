import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../control/actor.ts';
import { Unacceptable } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { pageOf } from '../../../control/page-of.ts';
import { nextMoment, recordChange } from '../../../control/record-change.ts';
import type { Db } from '../../../control/sql/db.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import { requireProject } from '../../projects/require-project.ts';
import { eventSchemaState } from './event-schema-state.ts';
import { type EventSchema, MAX_SCHEMA_BYTES, MAX_SCHEMAS, type NewEventSchema } from './event-schema-store.ts';
import { deleteSchema, findSchema, listSchemas, saveSchema, spentBySchemas } from './schema-statements.ts';

/** Whether a schema can be checked has been looked at before it comes here. */
export const schemaOperations = {
  put: writing((db, projectId: string, eventName: string, schema: NewEventSchema, actor: Actor) =>
    put(db, projectId.toLowerCase(), eventName, schema, actor),
  ),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<EventSchema>> => {
    return pageOf(await listSchemas(db, projectId, page), page);
  }),
  find: reading(findSchema),
  remove: writing(async (db, projectId: string, eventName: string, actor: Actor): Promise<boolean> => {
    const schema = await findSchema(db, projectId, eventName);
    if (schema === undefined) return false;
    await deleteSchema(db, schema.id);
    await log(db, actor, 'removed', schema, null, await nextMoment(db, schema.projectId));
    return true;
  }),
};

async function put(
  db: Db,
  projectId: string,
  eventName: string,
  sent: NewEventSchema,
  actor: Actor,
): Promise<{ readonly schema: EventSchema; readonly isNew: boolean }> {
  await requireProject(db, projectId);
  const before = await findSchema(db, projectId, eventName);
  const propertiesJson = JSON.stringify(sent.properties);
  const atMs = await nextMoment(db, projectId);
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
  await refuseTooMuch(db, projectId, eventName, Buffer.byteLength(propertiesJson));
  const saved = { ...schema, updatedAtMs: atMs };
  await saveSchema(db, saved);
  await log(db, actor, before === undefined ? 'created' : 'updated', before ?? null, saved, atMs);
  return { schema: saved, isNew: before === undefined };
}

async function refuseTooMuch(db: Db, projectId: string, eventName: string, bytes: number): Promise<void> {
  const spent = await spentBySchemas(db, projectId, eventName);
  if (spent.schemas >= MAX_SCHEMAS) {
    throw new Unacceptable('properties', `a project can have at most ${MAX_SCHEMAS} schemas.`);
  }
  if (spent.bytes + bytes > MAX_SCHEMA_BYTES) {
    throw new Unacceptable('properties', `all schemas of a project can have at most ${MAX_SCHEMA_BYTES} bytes.`);
  }
}

async function log(
  db: Db,
  actor: Actor,
  action: string,
  before: EventSchema | null,
  after: EventSchema | null,
  atMs: number,
): Promise<void> {
  const schema = after ?? before;
  if (schema === null) throw new Error('A change of nothing cannot be logged.');
  await recordChange(db, actor, {
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

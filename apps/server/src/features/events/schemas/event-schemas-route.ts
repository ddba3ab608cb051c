import { invalidField, limits } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../../edge/edge-publisher.ts';
import { handle } from '../../../http/request/handle.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import { orNotFound } from '../../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../../http/request/page.ts';
import { eventSchemaState } from './event-schema-state.ts';
import type { EventSchemaStore } from './event-schema-store.ts';

const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

/** What the events of a project should carry. In force at the edge when the answer leaves. */
export function registerEventSchemasRoute(
  fastify: FastifyInstance,
  schemas: EventSchemaStore,
  publisher: EdgePublisher,
): void {
  handle(fastify, 'listEventSchemas', async ({ access, query }) =>
    listResponse(await schemas.list(access.projectId, pageRequest(query, 100)), eventSchemaState),
  );

  handle(fastify, 'showEventSchema', async ({ access, param }) => ({
    data: eventSchemaState(orNotFound(await schemas.find(access.projectId, param('name')), 'schema')),
  }));

  handle(fastify, 'putEventSchema', async ({ actor, reply, access, body, param }) => {
    const name = param('name');
    if (name.length === 0 || name.length > limits.eventNameLength || controlCharacter.test(name)) {
      throw invalidField('name', `must have 1 to ${limits.eventNameLength} characters and no control characters`);
    }
    const { event_name: sentName, properties, ...rest } = body;
    if (sentName !== undefined && sentName !== name) throw invalidField('event_name', 'must be the name in the path');
    const { description, category, status, mode } = rest;
    const sent = { properties, ...omitUndefined({ description, category, status, mode }) };
    const { schema, isNew } = await schemas.put(access.projectId, name, sent, actor);
    await publisher.publish();
    reply.code(isNew ? 201 : 200);
    return { data: eventSchemaState(schema) };
  });

  handle(fastify, 'removeEventSchema', async ({ actor, reply, access, param }) => {
    const isRemoved = await schemas.remove(access.projectId, param('name'), actor);
    orNotFound(isRemoved || undefined, 'schema');
    await publisher.publish();
    return reply.code(204).send();
  });
}

import type { EventSchema } from './event-schema-store.ts';

/** A schema as the wire and the change log show it. */
export type EventSchemaState = {
  readonly id: string;
  readonly event_name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly status: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly mode: EventSchema['mode'];
  readonly created_at: string;
  readonly updated_at: string;
};

export const eventSchemaState = (schema: EventSchema): EventSchemaState => ({
  id: schema.id,
  event_name: schema.eventName,
  description: schema.description,
  category: schema.category,
  status: schema.status,
  properties: schema.properties,
  mode: schema.mode,
  created_at: new Date(schema.createdAtMs).toISOString(),
  updated_at: new Date(schema.updatedAtMs).toISOString(),
});

import { withMethods } from '../../../control/control-client.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import type { EventSchemaStore } from './event-schema-store.ts';

/** Checks schemas before they are stored: what says whether a pattern may be used cannot go to another thread. */
export function checkingSchemas(
  store: EventSchemaStore,
  checkRegex: Parameters<typeof checkJsonSchema>[1],
): EventSchemaStore {
  return withMethods<EventSchemaStore>(store, {
    put: async (projectId, eventName, schema, actor) => {
      checkJsonSchema(schema.properties, checkRegex);
      return await store.put(projectId, eventName, schema, actor);
    },
  });
}

import { readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

const eventName = { name: 'event', of: 'name', description: 'Name of the event' };

/** Which events there are, and what they carry. */
export const eventTools: readonly Tool[] = [
  readTool({
    name: 'list_events',
    title: 'List events',
    description:
      'Names of the events that were received, with how often, first and last seen, and their properties with types and examples. Start here to learn names before a query.',
    route: 'listCatalog',
    input: { query: ['search', 'limit', 'cursor', 'environment_id'] },
  }),
  readTool({
    name: 'describe_event',
    title: 'Describe an event',
    description: 'One event with all of its properties, their types and example values, from more of its events.',
    route: 'showCatalogEntry',
    input: { params: [eventName], query: ['environment_id'] },
  }),
  readTool({
    name: 'list_event_schemas',
    title: 'List event schemas',
    description: 'What events should carry: JSON Schemas of their properties, and what happens to events that differ.',
    route: 'listEventSchemas',
    input: { query: ['limit', 'cursor'] },
  }),
  readTool({
    name: 'read_event_schema',
    title: 'Read an event schema',
    description: 'The schema of one event.',
    route: 'showEventSchema',
    input: { params: [eventName] },
  }),
  readTool({
    name: 'list_field_values',
    title: 'List values of a field',
    description: 'The most frequent values that a field of events has, such as platform or event_properties.plan.',
    route: 'listFieldValues',
    input: { query: ['field', 'event', 'search', 'limit', 'environment_id'] },
  }),
];

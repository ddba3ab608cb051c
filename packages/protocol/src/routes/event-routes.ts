import type { Route } from './route.ts';

const secret = ['secret'] as const;
const readers = ['secret', 'dev'] as const;

/** What was collected: events, what they carry, what they should carry, and those that did not make it. */
export const eventRoutes = {
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    access: secret,
    summary: 'Stored events, newest first',
    query: 'EventsQuery',
    success: { 200: 'EventsAnswer' },
  },
  countEvents: {
    method: 'GET',
    path: '/v1/events/count',
    access: secret,
    summary: 'How many stored events match',
    query: 'EventsQuery',
    success: { 200: 'EventCountAnswer' },
  },
  streamEvents: {
    method: 'GET',
    path: '/v1/events/stream',
    access: secret,
    summary: 'Events as they are stored, and those that were refused, as a stream; at most 200 a second',
    query: 'LiveQuery',
    success: { 200: null },
  },
  listFailedEvents: {
    method: 'GET',
    path: '/v1/events/failed',
    access: secret,
    summary: 'Events that were refused or set apart, with reasons, for 30 days',
    query: 'FailedEventsQuery',
    success: { 200: 'FailedEventsAnswer' },
  },
  listCatalog: {
    method: 'GET',
    path: '/v1/events/catalog',
    access: secret,
    summary: 'Every event name seen, with volume and properties, by name',
    query: 'CatalogQuery',
    success: { 200: 'CatalogAnswer' },
  },
  showCatalogEntry: {
    method: 'GET',
    path: '/v1/events/catalog/:name',
    access: secret,
    summary: 'One event name, with properties from more of its events',
    query: 'EnvironmentQuery',
    success: { 200: 'CatalogEntryAnswer' },
    failures: [404],
  },
  listEventSchemas: {
    method: 'GET',
    path: '/v1/events/schemas',
    access: readers,
    summary: 'What events should carry, newest schema first',
    query: 'ListQuery',
    success: { 200: 'EventSchemasAnswer' },
  },
  showEventSchema: {
    method: 'GET',
    path: '/v1/events/schemas/:name',
    access: readers,
    summary: 'The schema of one event',
    success: { 200: 'EventSchemaAnswer' },
    failures: [404],
  },
  putEventSchema: {
    method: 'PUT',
    path: '/v1/events/schemas/:name',
    access: secret,
    summary: 'Create the schema of an event, or replace it',
    body: 'EventSchemaBody',
    success: { 200: 'EventSchemaAnswer', 201: 'EventSchemaAnswer' },
  },
  removeEventSchema: {
    method: 'DELETE',
    path: '/v1/events/schemas/:name',
    access: secret,
    summary: 'Remove the schema of an event; events are not checked any more',
    success: { 204: null },
    failures: [404],
  },
} as const satisfies Record<string, Route>;

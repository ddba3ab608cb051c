import type { Route } from './route.ts';

const secret = ['secret'] as const;

/** What a project reads back, and its environments and keys. */
export const projectRoutes = {
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
  listFailedEvents: {
    method: 'GET',
    path: '/v1/events/failed',
    access: secret,
    summary: 'Events that were refused or set apart, with reasons, for 30 days',
    query: 'FailedEventsQuery',
    success: { 200: 'FailedEventsAnswer' },
  },
  showDevice: {
    method: 'GET',
    path: '/v1/devices/:deviceId',
    access: secret,
    summary: 'Facts and bound user of one device',
    query: 'EnvironmentQuery',
    success: { 200: 'DeviceAnswer' },
    failures: [404],
  },
  listEnvironments: {
    method: 'GET',
    path: '/v1/environments',
    access: secret,
    summary: 'Environments of the project',
    query: 'ListQuery',
    success: { 200: 'EnvironmentsAnswer' },
  },
  createEnvironment: {
    method: 'POST',
    path: '/v1/environments',
    access: secret,
    summary: 'Add an environment to the project',
    body: 'NewEnvironmentBody',
    success: { 201: 'EnvironmentAnswer' },
    failures: [409],
  },
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    access: secret,
    summary: 'Keys of the project, without the keys themselves',
    query: 'ListQuery',
    success: { 200: 'KeysAnswer' },
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    access: secret,
    summary: 'Create a key; shown in this answer only',
    body: 'NewKeyBody',
    success: { 201: 'NewKeyAnswer' },
    failures: [404],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/:id',
    access: secret,
    summary: 'Revoke a key, in force at once',
    success: { 204: null },
    failures: [404],
  },
  usage: {
    method: 'GET',
    path: '/v1/usage',
    access: secret,
    summary: 'Events stored per day, and what is left of the plan',
    success: { 200: 'UsageAnswer' },
  },
} as const satisfies Record<string, Route>;

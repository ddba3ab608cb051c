import type { Route } from './route.ts';

const secret = ['secret'] as const;

/** Who was there: persons, their devices, and what is known of one. */
export const peopleRoutes = {
  listPeople: {
    method: 'GET',
    path: '/v1/people',
    access: secret,
    summary: 'Persons, whoever was active last first',
    query: 'PeopleQuery',
    success: { 200: 'PeopleAnswer' },
  },
  showPerson: {
    method: 'GET',
    path: '/v1/people/:id',
    access: secret,
    summary: 'The person behind a user, anonymous or device id, with linked ids and the newest of the timeline',
    query: 'EnvironmentQuery',
    success: { 200: 'PersonAnswer' },
    failures: [404],
  },
  personTimeline: {
    method: 'GET',
    path: '/v1/people/:id/timeline',
    access: secret,
    summary: 'Events and crashes of a person, newest first',
    query: 'TimelineQuery',
    success: { 200: 'TimelineAnswer' },
    failures: [404],
  },
  listDevices: {
    method: 'GET',
    path: '/v1/devices',
    access: secret,
    summary: 'Devices, newest first',
    query: 'DevicesQuery',
    success: { 200: 'DevicesAnswer' },
  },
  exportUser: {
    method: 'GET',
    path: '/v1/users/:userId/export',
    access: secret,
    summary: 'Everything that is stored of a user, as one document, or as NDJSON when that is accepted',
    query: 'EnvironmentQuery',
    success: { 200: 'UserExport' },
    failures: [404],
  },
  eraseUser: {
    method: 'DELETE',
    path: '/v1/users/:userId',
    access: secret,
    summary: 'Erase a user everywhere; the job is done when no file holds the bytes any more',
    query: 'EnvironmentQuery',
    success: { 202: 'JobAnswer' },
    failures: [404],
  },
  eraseDevice: {
    method: 'DELETE',
    path: '/v1/devices/:deviceId',
    access: secret,
    summary: 'Erase a device and everything that names it; its user stays',
    query: 'EnvironmentQuery',
    success: { 202: 'JobAnswer' },
    failures: [404],
  },
} as const satisfies Record<string, Route>;

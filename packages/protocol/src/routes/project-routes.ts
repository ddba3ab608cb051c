import type { Route } from './route.ts';

const secret = ['secret'] as const;

/** What a project reads back, and its environments and keys. */
export const projectRoutes = {
  showDevice: {
    method: 'GET',
    path: '/v1/devices/:deviceId',
    access: secret,
    summary: 'Facts and bound user of one device',
    query: 'EnvironmentQuery',
    success: { 200: 'DeviceAnswer' },
    failures: [404],
  },
  showOwnProject: {
    method: 'GET',
    path: '/v1/project',
    access: secret,
    summary: 'The project of the key, with its settings',
    success: { 200: 'ProjectAnswer' },
  },
  changeOwnProject: {
    method: 'PATCH',
    path: '/v1/project',
    access: secret,
    summary: 'Rename the project, or change its time zone or how long it keeps events',
    body: 'OwnProjectPatch',
    success: { 200: 'ProjectAnswer' },
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
  usageLedger: {
    method: 'GET',
    path: '/v1/usage/ledger',
    access: secret,
    summary: 'What was received per hour, and what became of it',
    query: 'LedgerQuery',
    success: { 200: 'LedgerAnswer' },
    failures: [404],
  },
} as const satisfies Record<string, Route>;

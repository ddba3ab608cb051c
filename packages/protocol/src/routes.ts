import { limits } from './limits.ts';
import type { SchemaName } from './schemas/index.ts';

/** Who may call a route. `anyone` needs no key; `machine` is the operator's token or a caller on loopback. */
export type Access = 'publishable' | 'secret' | 'dev' | 'operator' | 'anyone' | 'machine';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters are written `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly access: readonly Access[];
  /** Client routes answer any origin. */
  readonly isClient?: boolean;
  readonly query?: SchemaName;
  readonly body?: SchemaName;
  readonly isBodyOptional?: boolean;
  readonly bodyBytes?: number;
  /** The answer when all went well, and its shape; null for an answer without one. */
  readonly success: Readonly<Record<number, SchemaName | null>>;
  /** Statuses beside those that every route of its kind can answer. */
  readonly failures?: readonly number[];
}

const client = ['publishable', 'secret'] as const;
const secret = ['secret'] as const;
const operator = ['operator'] as const;

/** Every route the server answers: permissions, checks, the OpenAPI document and the tests read this table. */
export const routes = {
  registerDevice: {
    method: 'POST',
    path: '/v1/devices/register',
    access: client,
    isClient: true,
    summary: 'Register a device, or tell what is new about it',
    body: 'RegisterBody',
    isBodyOptional: true,
    success: { 200: 'RegisterAnswer', 201: 'RegisterAnswer' },
  },
  identifyDevice: {
    method: 'POST',
    path: '/v1/devices/:deviceId/identify',
    access: client,
    isClient: true,
    summary: 'Bind a user to a device and merge attributes of the user',
    body: 'IdentifyBody',
    success: { 200: 'IdentifyAnswer' },
    failures: [404],
  },
  config: {
    method: 'GET',
    path: '/v1/config',
    access: client,
    isClient: true,
    summary: 'Flags and experiment assignments of a device or user',
    query: 'ConfigQuery',
    success: { 200: 'ConfigAnswer', 304: null },
  },
  ingest: {
    method: 'POST',
    path: '/v1/ingest',
    access: client,
    isClient: true,
    summary: 'Send a batch of events; answered when they are on disk',
    body: 'IngestBody',
    bodyBytes: limits.ingestBodyBytes,
    success: { 202: 'IngestAnswer' },
  },
  reportCrash: {
    method: 'POST',
    path: '/v1/crashes/report',
    access: client,
    isClient: true,
    summary: 'Send one crash report; answered when it is on disk',
    body: 'CrashReport',
    bodyBytes: limits.crashBodyBytes,
    success: { 202: 'CrashAnswer' },
  },
  ingestPerformance: {
    method: 'POST',
    path: '/v1/performance/ingest',
    access: client,
    isClient: true,
    summary: 'Send a batch of performance metrics; answered when they are on disk',
    body: 'PerformanceBody',
    bodyBytes: limits.ingestBodyBytes,
    success: { 202: 'PerformanceAnswer' },
  },
  capabilities: {
    method: 'GET',
    path: '/v1/ingest/capabilities',
    access: client,
    isClient: true,
    summary: 'What this server understands of a batch',
    success: { 200: 'CapabilitiesAnswer' },
  },
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
  listProjects: {
    method: 'GET',
    path: '/v1/projects',
    access: operator,
    summary: 'All projects',
    query: 'ListQuery',
    success: { 200: 'ProjectsAnswer' },
  },
  createProject: {
    method: 'POST',
    path: '/v1/projects',
    access: operator,
    summary: 'Create a project with its environments and keys',
    body: 'NewProjectBody',
    success: { 201: 'NewProjectAnswer' },
    failures: [409],
  },
  showProject: {
    method: 'GET',
    path: '/v1/projects/:id',
    access: operator,
    summary: 'One project, by id or slug',
    success: { 200: 'ProjectAnswer' },
    failures: [404],
  },
  changeProject: {
    method: 'PATCH',
    path: '/v1/projects/:id',
    access: operator,
    summary: 'Rename a project or move it to another plan',
    body: 'ProjectPatch',
    success: { 200: 'ProjectAnswer' },
    failures: [404],
  },
  listPlans: {
    method: 'GET',
    path: '/v1/plans',
    access: operator,
    summary: 'Plans on offer',
    success: { 200: 'PlansAnswer' },
  },
  replacePlans: {
    method: 'PUT',
    path: '/v1/plans',
    access: operator,
    summary: 'Replace the plans on offer',
    body: 'PlansBody',
    success: { 200: 'PlansAnswer' },
  },
  health: {
    method: 'GET',
    path: '/healthz',
    access: ['anyone'],
    summary: 'The process is alive',
    success: { 200: 'HealthAnswer' },
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    access: ['anyone'],
    summary: 'Whether events can be taken, with reasons when not',
    success: { 200: 'ReadyAnswer', 503: 'ReadyAnswer' },
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    access: ['machine'],
    summary: 'Measurements as Prometheus text',
    success: { 200: null },
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: ['anyone'],
    summary: 'This document',
    success: { 200: null },
  },
  reference: {
    method: 'GET',
    path: '/docs',
    access: ['anyone'],
    summary: 'This document as a page to read',
    success: { 200: null },
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

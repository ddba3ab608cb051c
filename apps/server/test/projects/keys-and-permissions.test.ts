import { randomBytes } from 'node:crypto';
import {
  type Access,
  defaultPlans,
  isAtLeast,
  type Role,
  type Route,
  type RouteName,
  roles,
  routes,
} from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../harness/send-request.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

const password = 'correct horse battery';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.start({
    env: { LP_LOG_LEVEL: 'debug', LP_OWNER_PASSWORD: password, LP_CLIENT_ADDRESS_HEADER: 'X-Address' },
  });
  project = await TestProject.create(server);
});
afterAll(() => server.dispose());

const asSecret = (init: { key?: string } = {}) => ({ key: project.secret, ...init });
const newKey = async (kind: string, environment = 'production') => {
  const body = { kind, environment_id: environment, name: `a ${kind} key` };
  return (await project.post('/v1/keys', body, asSecret())).data<{ id: string; key: string }>();
};

interface GoodRequest {
  readonly status: number;
  readonly body?: unknown;
  /** In place of the route's own path. */
  readonly path?: () => Promise<string>;
  readonly isStream?: boolean;
}

/** One request for every route that succeeds with the right key. */
const newName = (): string => `n${randomBytes(8).toString('hex')}`;

const experiment = () => ({
  key: newName(),
  name: 'E',
  variants: [
    { key: 'a', name: 'A', is_control: true, weight: 50 },
    { key: 'b', name: 'B', weight: 50 },
  ],
  metrics: [{ event_name: 'bought', metric_type: 'conversion', is_primary: true }],
});

async function newFlag(): Promise<string> {
  const key = newName();
  await project.post('/v1/flags', { key, name: 'F', platforms: ['web'] }, asSecret());
  return key;
}

async function newExperiment(...moves: string[]): Promise<string> {
  const body = experiment();
  await project.post('/v1/experiments', body, asSecret());
  for (const move of moves) await project.post(`/v1/experiments/${body.key}/${move}`, {}, asSecret());
  return body.key;
}

async function newRelease(): Promise<string> {
  const body = { version: `1.${newName()}`, platform: 'web' };
  return (await project.post('/v1/releases', body, asSecret())).data<{ id: string }>().id;
}

async function newUser(): Promise<string> {
  const user_id = newName();
  await project.post('/v1/devices/register', { device_id: user_id });
  await project.post(`/v1/devices/${user_id}/identify`, { user_id });
  return user_id;
}

async function newLayer(): Promise<string> {
  const response = await project.post('/v1/layers', { key: newName(), name: 'L' }, asSecret());
  return response.data<{ id: string }>().id;
}

async function newGroup(...members: string[]): Promise<string> {
  const key = newName();
  await project.post('/v1/groups', { key, name: 'G' }, asSecret());
  for (const user_id of members) await project.post(`/v1/groups/${key}/members`, { user_id }, asSecret());
  return key;
}

async function newCohort(...user_ids: string[]): Promise<string> {
  const key = newName();
  await project.post('/v1/cohorts', { key, name: 'C', kind: 'list' }, asSecret());
  if (user_ids.length > 0) await project.post(`/v1/cohorts/${key}/members`, { user_ids }, asSecret());
  return key;
}

const widget = { name: 'W', query: { kind: 'sql', sql: 'SELECT 1' } };

async function newDashboard(): Promise<{ id: string; widgets: { id: string }[] }> {
  const body = { name: 'D', widgets: [widget] };
  return (await project.post('/v1/dashboards/materialize', body, asSecret())).data();
}

async function newWidgetPath(): Promise<string> {
  const { id, widgets } = await newDashboard();
  return `/v1/dashboards/${id}/widgets/${widgets[0]?.id}`;
}

async function newSharePath(): Promise<string> {
  const path = `/v1/dashboards/${(await newDashboard()).id}/shares`;
  return `${path}/${(await project.post(path, {}, asSecret())).data<{ id: string }>().id}`;
}

async function newSchema(): Promise<string> {
  const name = newName();
  const init = { ...asSecret(), headers: { 'Content-Type': 'application/json' }, body: '{"properties":{}}' };
  await project.send('PUT', `/v1/events/schemas/${name}`, init);
  return name;
}

/** What takes the store a moment to have is made for several tries at a time. */
function inAdvance(make: () => Promise<string[]>): () => Promise<string> {
  let made: string[] = [];
  return async () => {
    if (made.length === 0) made = await make();
    return made.pop() ?? '';
  };
}

/** The id of an event that was set apart by its schema. */
const failedEvent = inAdvance(async () => {
  const event = newName();
  const body = JSON.stringify({ properties: { required: ['x'] }, mode: 'quarantine' });
  const init = { ...asSecret(), headers: { 'Content-Type': 'application/json' }, body };
  await project.send('PUT', `/v1/events/schemas/${event}`, init);
  await project.ingest({ batch: Array.from({ length: 10 }, () => ({ event })) });
  return (await project.failedEvents(10, `?event=${event}`)).map(({ id }) => id);
});

/** The name of an event that is in the catalog. */
async function storedEvent(): Promise<string> {
  await project.ingest({ batch: [{ event: 'stored', event_id: 'stored' }] });
  await server.waitForCount(1, '?event=stored', project.secret);
  return 'stored';
}

const absentId = '0190a6c4-2222-7abc-8def-000000000001';

const sourceMap = () => ({ version: 3, sources: [], names: [], mappings: '', file: newName() });

async function newSymbolPath(): Promise<string> {
  const response = await project.post('/v1/symbols?kind=sourcemap', sourceMap(), asSecret());
  return `/v1/symbols/${response.data<{ id: string }>().id}`;
}

/** The path of a crash group that has a report. */
const crashGroupPath = inAdvance(async () => {
  const name = newName();
  for (let at = 0; at < 12; at += 1) {
    const exception_type = `${name}_${'x'.repeat(at + 1)}`;
    await project.post('/v1/crashes/report', { platform: 'web', exception_type, event_id: exception_type });
  }
  let paths: string[] = [];
  await waitUntil(async () => {
    const response = await project.get(`/v1/crashes/groups?search=${name}&limit=100`);
    paths =
      response.status === 200 ? response.data<{ id: string }[]>().map(({ id }) => `/v1/crashes/groups/${id}`) : [];
    return paths.length === 12;
  });
  return paths;
});

async function crashReportPath(): Promise<string> {
  const response = await project.get(`${await crashGroupPath()}/reports`);
  return `/v1/crashes/reports/${response.data<{ crash_id: string }[]>()[0]?.crash_id}`;
}

/** Somebody who has accepted an invitation to the project. */
async function newMemberPath(): Promise<string> {
  const email = `${newName()}@example.org`;
  const invitation = await project.post('/v1/invitations', { email, role: 'viewer' }, asSecret());
  const { token } = invitation.data<{ token: string }>();
  const accepted = await project.post('/v1/invitations/accept', { token, password: newName() }, { key: null });
  return `/v1/members/${accepted.data<{ member: { id: string } }>().member.id}`;
}

async function newInvitationPath(): Promise<string> {
  const body = { email: `${newName()}@example.org`, role: 'viewer' };
  const invitation = await project.post('/v1/invitations', body, asSecret());
  return `/v1/invitations/${invitation.data<{ id: string }>().id}`;
}

const newRamp = { value: true, steps: [{ percentage: 10, hold_minutes: 60 }] };

async function newRampPath(): Promise<string> {
  const path = `/v1/flags/${await newFlag()}/ramp`;
  await project.send('PUT', path, {
    ...asSecret(),
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(newRamp),
  });
  return path;
}

const newAlert = {
  query: { kind: 'crashes', range: { kind: 'relative', last: '7d' } },
  interval: 'hour',
  condition: { kind: 'threshold', op: 'above', value: 5 },
};

async function newAlertPath(): Promise<string> {
  const created = await project.post('/v1/alerts', { name: newName(), ...newAlert }, asSecret());
  return `/v1/alerts/${created.data<{ id: string }>().id}`;
}

/** Where the name without a version leads to. */
async function sdkTarballPath(): Promise<string> {
  const { url } = await fetch(`${server.url}/sdk/browser.tgz`, { method: 'HEAD' });
  return new URL(url).pathname;
}

const goodRequests: Record<RouteName, () => GoodRequest> = {
  askInsight: () => ({
    status: 200,
    body: { query: { kind: 'paths', range: { kind: 'relative', last: '1h' } } },
  }),
  listPeopleBehind: () => ({
    status: 200,
    body: { query: { kind: 'paths', range: { kind: 'relative', last: '1h' } }, at: { node: '1:open' } },
  }),
  listSqlTables: () => ({ status: 200 }),
  showActivity: () => ({ status: 200 }),
  countActivePeople: () => ({ status: 200 }),
  listFieldValues: () => ({ status: 200, path: async () => '/v1/insights/values?field=platform' }),
  listUserAttributes: () => ({ status: 200 }),
  registerDevice: () => ({ status: 200, body: { device_id: 'd' } }),
  identifyDevice: () => ({ status: 200, body: { user_id: 'u' }, path: async () => '/v1/devices/d/identify' }),
  config: () => ({ status: 200 }),
  ingest: () => ({ status: 202, body: { batch: [{ event: 'a' }] } }),
  importEvents: () => ({ status: 202, body: { batch: [{ event: 'a' }] } }),
  reportCrash: () => ({ status: 202, body: { platform: 'ios', exception_type: 'E' } }),
  ingestPerformance: () => ({ status: 202, body: { batch: [{ metric_type: 'span', metric_name: 'm', value_ms: 1 }] } }),
  capabilities: () => ({ status: 200 }),
  performanceSummary: () => ({ status: 200 }),
  listReleases: () => ({ status: 200 }),
  announceRelease: () => ({ status: 201, body: { version: `1.${newName()}`, platform: 'web' } }),
  showRelease: () => ({ status: 200, path: async () => `/v1/releases/${await newRelease()}` }),
  changeRelease: () => ({
    status: 200,
    body: { status: 'paused' },
    path: async () => `/v1/releases/${await newRelease()}`,
  }),
  // Nothing was sent by it yet.
  releaseHealth: () => ({ status: 404, path: async () => `/v1/releases/${await newRelease()}/health` }),
  listRegressions: () => ({ status: 200 }),
  releaseAdoption: () => ({ status: 200 }),
  listAnnotations: () => ({ status: 200 }),
  performanceDistribution: () => ({
    status: 200,
    path: async () => '/v1/performance/distribution?metric_name=LCP',
  }),
  configStream: () => ({ status: 200, isStream: true }),
  evaluateFlags: () => ({ status: 200 }),
  ruleset: () => ({ status: 200 }),
  rulesetStream: () => ({ status: 200, isStream: true }),
  ofrepEvaluate: () => ({ status: 200, path: async () => `/ofrep/v1/evaluate/flags/${await newFlag()}` }),
  ofrepEvaluateAll: () => ({ status: 200 }),
  // Its token stands in the address; without one it is refused, anyone who asks.
  ofrepStream: () => ({ status: 401, path: async () => '/ofrep/v1/stream?token=none' }),
  manifest: () => ({ status: 200 }),
  definitions: () => ({ status: 200 }),
  listFlags: () => ({ status: 200 }),
  createFlag: () => ({ status: 201, body: { key: newName(), name: 'F', platforms: ['web'] } }),
  showFlag: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}` }),
  changeFlag: () => ({ status: 200, body: { name: 'G' }, path: async () => `/v1/flags/${await newFlag()}` }),
  showTargeting: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}/rules` }),
  replaceRules: () => ({ status: 200, body: { rules: [] }, path: async () => `/v1/flags/${await newFlag()}/rules` }),
  setRollout: () => ({
    status: 200,
    body: { percentage: 50, value: true },
    path: async () => `/v1/flags/${await newFlag()}/rollout`,
  }),
  killFlag: () => ({ status: 200, body: { reason: 'r' }, path: async () => `/v1/flags/${await newFlag()}/kill` }),
  showGuardrails: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}/guardrails` }),
  setGuardrails: () => ({
    status: 200,
    body: { guardrails: [{ event_name: '$crash_free_sessions', metric_type: 'ratio' }] },
    path: async () => `/v1/flags/${await newFlag()}/guardrails`,
  }),
  showRamp: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}/ramp` }),
  startRamp: () => ({ status: 200, body: newRamp, path: async () => `/v1/flags/${await newFlag()}/ramp` }),
  pauseRamp: () => ({ status: 200, path: async () => `${await newRampPath()}/pause` }),
  resumeRamp: () => ({
    status: 200,
    path: async () => {
      const path = await newRampPath();
      await project.post(`${path}/pause`, {}, asSecret());
      return `${path}/resume`;
    },
  }),
  stopRamp: () => ({ status: 200, path: newRampPath }),
  restoreFlag: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}/restore` }),
  copyTargeting: () => ({
    status: 200,
    body: { from_environment_id: 'development', to_environment_id: 'production' },
    path: async () => `/v1/flags/${await newFlag()}/copy`,
  }),
  flagHistory: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}/history` }),
  explainFlag: () => ({ status: 200, body: { context: {} }, path: async () => `/v1/flags/${await newFlag()}/explain` }),
  listExperiments: () => ({ status: 200 }),
  createExperiment: () => ({ status: 201, body: experiment() }),
  showExperiment: () => ({ status: 200, path: async () => `/v1/experiments/${await newExperiment()}` }),
  changeExperiment: () => ({
    status: 200,
    body: { name: 'G' },
    path: async () => `/v1/experiments/${await newExperiment()}`,
  }),
  startExperiment: () => ({ status: 200, path: async () => `/v1/experiments/${await newExperiment()}/start` }),
  pauseExperiment: () => ({ status: 200, path: async () => `/v1/experiments/${await newExperiment('start')}/pause` }),
  resumeExperiment: () => ({
    status: 200,
    path: async () => `/v1/experiments/${await newExperiment('start', 'pause')}/resume`,
  }),
  completeExperiment: () => ({
    status: 200,
    path: async () => `/v1/experiments/${await newExperiment('start')}/complete`,
  }),
  explainExperiment: () => ({
    status: 200,
    body: { context: {} },
    path: async () => `/v1/experiments/${await newExperiment()}/explain`,
  }),
  experimentExposures: () => ({ status: 200, path: async () => `/v1/experiments/${await newExperiment()}/exposures` }),
  changeAnalysis: () => ({
    status: 200,
    body: { engine: 'fixed' },
    path: async () => `/v1/experiments/${await newExperiment()}/analysis`,
  }),
  changePeriod: () => ({
    status: 200,
    body: { started_at: '2026-01-01T00:00:00Z' },
    path: async () => `/v1/experiments/${await newExperiment('start')}/period`,
  }),
  experimentResults: () => ({ status: 200, path: async () => `/v1/experiments/${await newExperiment()}/results` }),
  archiveExperiment: () => ({ status: 200, path: async () => `/v1/experiments/${await newExperiment()}/archive` }),
  setExperimentOverrides: () => ({
    status: 200,
    body: { overrides: [] },
    path: async () => `/v1/experiments/${await newExperiment()}/overrides`,
  }),
  setExperimentTraffic: () => ({
    status: 200,
    body: { traffic_pct: 50 },
    path: async () => `/v1/experiments/${await newExperiment('start')}/traffic`,
  }),
  setExperimentAudience: () => ({
    status: 200,
    body: { audience: [{ field: 'platform', op: 'eq', values: ['web'] }] },
    path: async () => `/v1/experiments/${await newExperiment()}/audience`,
  }),
  listLayers: () => ({ status: 200 }),
  createLayer: () => ({ status: 201, body: { key: newName(), name: 'L' } }),
  showLayer: () => ({ status: 200, path: async () => `/v1/layers/${await newLayer()}` }),
  changeLayer: () => ({ status: 200, body: { name: 'M' }, path: async () => `/v1/layers/${await newLayer()}` }),
  showHoldout: () => ({ status: 200 }),
  setHoldout: () => ({ status: 200, body: { percentage: 0 } }),
  listGroups: () => ({ status: 200 }),
  createGroup: () => ({ status: 201, body: { key: newName(), name: 'G' } }),
  showGroup: () => ({ status: 200, path: async () => `/v1/groups/${await newGroup()}` }),
  changeGroup: () => ({ status: 200, body: { name: 'H' }, path: async () => `/v1/groups/${await newGroup()}` }),
  listGroupMembers: () => ({ status: 200, path: async () => `/v1/groups/${await newGroup()}/members` }),
  addGroupMember: () => ({
    status: 201,
    body: { user_id: 'u' },
    path: async () => `/v1/groups/${await newGroup()}/members`,
  }),
  removeGroupMember: () => ({ status: 204, path: async () => `/v1/groups/${await newGroup('u')}/members/u` }),
  listAlerts: () => ({ status: 200 }),
  createAlert: () => ({ status: 201, body: { name: newName(), ...newAlert } }),
  previewAlert: () => ({ status: 200, body: newAlert }),
  showAlert: () => ({ status: 200, path: newAlertPath }),
  changeAlert: () => ({ status: 200, body: { name: newName() }, path: newAlertPath }),
  deleteAlert: () => ({ status: 204, path: newAlertPath }),
  muteAlert: () => ({ status: 200, path: async () => `${await newAlertPath()}/mute` }),
  showAlertHistory: () => ({ status: 200, path: async () => `${await newAlertPath()}/history` }),
  listCohorts: () => ({ status: 200 }),
  createCohort: () => ({ status: 201, body: { key: newName(), name: 'C', kind: 'list' } }),
  showCohort: () => ({ status: 200, path: async () => `/v1/cohorts/${await newCohort()}` }),
  changeCohort: () => ({ status: 200, body: { name: 'D' }, path: async () => `/v1/cohorts/${await newCohort()}` }),
  archiveCohort: () => ({ status: 204, path: async () => `/v1/cohorts/${await newCohort()}` }),
  listCohortMembers: () => ({ status: 200, path: async () => `/v1/cohorts/${await newCohort()}/members` }),
  addCohortMembers: () => ({
    status: 200,
    body: { user_ids: ['u'] },
    path: async () => `/v1/cohorts/${await newCohort()}/members`,
  }),
  removeCohortMember: () => ({ status: 204, path: async () => `/v1/cohorts/${await newCohort('u')}/members/u` }),
  refreshCohort: () => ({ status: 200, path: async () => `/v1/cohorts/${await newCohort()}/refresh` }),
  listChanges: () => ({ status: 200 }),
  showChange: () => ({
    status: 200,
    path: async () => `/v1/changes/${(await project.get('/v1/changes', asSecret())).data<{ id: string }[]>()[0]?.id}`,
  }),
  listDashboards: () => ({ status: 200 }),
  createDashboard: () => ({ status: 201, body: { name: 'D' } }),
  materializeDashboard: () => ({ status: 201, body: { name: 'D', widgets: [widget] } }),
  showDashboard: () => ({ status: 200, path: async () => `/v1/dashboards/${(await newDashboard()).id}` }),
  changeDashboard: () => ({
    status: 200,
    body: { name: 'E' },
    path: async () => `/v1/dashboards/${(await newDashboard()).id}`,
  }),
  archiveDashboard: () => ({ status: 204, path: async () => `/v1/dashboards/${(await newDashboard()).id}` }),
  addWidget: () => ({
    status: 201,
    body: widget,
    path: async () => `/v1/dashboards/${(await newDashboard()).id}/widgets`,
  }),
  changeWidget: () => ({ status: 200, body: { name: 'V' }, path: newWidgetPath }),
  removeWidget: () => ({ status: 204, path: newWidgetPath }),
  createExport: () => ({ status: 200, body: { table: 'events', format: 'csv' } }),
  listCrashGroups: () => ({ status: 200 }),
  showCrashGroup: () => ({ status: 200, path: crashGroupPath }),
  listCrashReports: () => ({ status: 200, path: async () => `${await crashGroupPath()}/reports` }),
  showCrashReport: () => ({ status: 200, path: crashReportPath }),
  changeCrashGroup: () => ({ status: 200, body: { status: 'ignored' }, path: crashGroupPath }),
  // Anyone who may ask is told that there is none of this id.
  mergeCrashGroups: () => ({
    status: 404,
    body: { group_ids: [absentId] },
    path: async () => `/v1/crashes/groups/${absentId}/merge`,
  }),
  splitCrashGroup: () => ({
    status: 404,
    body: { fingerprint: absentId },
    path: async () => `/v1/crashes/groups/${absentId}/split`,
  }),
  listCrashComments: () => ({ status: 404, path: async () => `/v1/crashes/groups/${absentId}/comments` }),
  addCrashComment: () => ({
    status: 404,
    body: { text: 'Since the last release' },
    path: async () => `/v1/crashes/groups/${absentId}/comments`,
  }),
  deleteCrashComment: () => ({
    status: 404,
    path: async () => `/v1/crashes/groups/${absentId}/comments/${absentId}`,
  }),
  crashHealth: () => ({ status: 200 }),
  uploadSymbols: () => ({ status: 201, body: sourceMap(), path: async () => '/v1/symbols?kind=sourcemap' }),
  listSymbols: () => ({ status: 200 }),
  removeSymbols: () => ({ status: 204, path: newSymbolPath }),
  listEvents: () => ({ status: 200 }),
  countEvents: () => ({ status: 200 }),
  listFailedEvents: () => ({ status: 200 }),
  countFailedEvents: () => ({ status: 200 }),
  streamEvents: () => ({ status: 200, isStream: true }),
  replayFailedEvent: () => ({ status: 202, path: async () => `/v1/events/failed/${await failedEvent()}/replay` }),
  replayFailedEvents: () => ({ status: 202 }),
  listCatalog: () => ({ status: 200 }),
  showCatalogEntry: () => ({ status: 200, path: async () => `/v1/events/catalog/${await storedEvent()}` }),
  listEventVolumes: () => ({ status: 200 }),
  listEventSchemas: () => ({ status: 200 }),
  showEventSchema: () => ({ status: 200, path: async () => `/v1/events/schemas/${await newSchema()}` }),
  putEventSchema: () => ({
    status: 201,
    body: { properties: {} },
    path: async () => `/v1/events/schemas/${newName()}`,
  }),
  removeEventSchema: () => ({ status: 204, path: async () => `/v1/events/schemas/${await newSchema()}` }),
  listDevices: () => ({ status: 200 }),
  listPeople: () => ({ status: 200 }),
  showPerson: () => ({ status: 200, path: async () => `/v1/people/${await newUser()}` }),
  personTimeline: () => ({ status: 200, path: async () => `/v1/people/${await newUser()}/timeline` }),
  personAssignments: () => ({ status: 200, path: async () => `/v1/people/${await newUser()}/assignments` }),
  eraseUser: () => ({ status: 202, path: async () => `/v1/users/${await newUser()}` }),
  eraseDevice: () => ({ status: 202, path: async () => `/v1/devices/${await newUser()}` }),
  exportUser: () => ({ status: 200, path: async () => `/v1/users/${await newUser()}/export` }),
  showDevice: () => ({ status: 200, path: async () => '/v1/devices/d' }),
  showOwnProject: () => ({ status: 200 }),
  changeOwnProject: () => ({ status: 200, body: { timezone: 'Europe/Berlin' } }),
  listEnvironments: () => ({ status: 200 }),
  createEnvironment: () => ({ status: 201, body: { slug: `e${randomBytes(6).toString('hex')}`, name: 'E' } }),
  listKeys: () => ({ status: 200 }),
  createKey: () => ({ status: 201, body: { kind: 'dev', environment_id: 'production', name: 'k' } }),
  revokeKey: () => ({ status: 204, path: async () => `/v1/keys/${(await newKey('dev')).id}` }),
  usage: () => ({ status: 200 }),
  usageLedger: () => ({ status: 200 }),
  listJobs: () => ({ status: 200 }),
  // Anyone who may ask is told that there is none of this id.
  showJob: () => ({ status: 404, path: async () => '/v1/jobs/0190a6c4-2222-7abc-8def-000000000001' }),
  signIn: () => ({ status: 201, body: server.bootstrap.owner }),
  showSession: () => ({ status: 200 }),
  changeProfile: () => ({ status: 200, body: { name: 'N' } }),
  signOut: () => ({ status: 204 }),
  signOutEverywhere: () => ({ status: 204 }),
  changePassword: () => ({ status: 200, body: { current_password: password, new_password: password } }),
  listMembers: () => ({ status: 200 }),
  // Anyone who may ask is told that there is none with this email.
  addMember: () => ({ status: 404, body: { email: `${newName()}@example.org`, role: 'viewer' } }),
  changeMember: () => ({ status: 200, body: { role: 'editor' }, path: newMemberPath }),
  removeMember: () => ({ status: 204, path: newMemberPath }),
  leaveProject: () => ({ status: 204, path: membershipPath }),
  listInvitations: () => ({ status: 200 }),
  createInvitation: () => ({ status: 201, body: { email: `${newName()}@example.org`, role: 'viewer' } }),
  withdrawInvitation: () => ({ status: 204, path: newInvitationPath }),
  // Their tokens stand in the body; without one there is nothing to be found, anyone who asks.
  readInvitation: () => ({ status: 404, body: { token: 'none' } }),
  acceptInvitation: () => ({ status: 404, body: { token: 'none', password } }),
  listProjects: () => ({ status: 200 }),
  createProject: () => ({ status: 201, body: { slug: `p${randomBytes(6).toString('hex')}`, name: 'P' } }),
  showProject: () => ({ status: 200, path: async () => `/v1/projects/${project.id}` }),
  changeProject: () => ({ status: 200, body: { name: 'renamed' }, path: async () => `/v1/projects/${project.id}` }),
  listPlans: () => ({ status: 200 }),
  listEdges: () => ({ status: 200 }),
  replacePlans: () => ({
    status: 200,
    body: {
      plans: Object.entries(defaultPlans).map(([name, plan]) => ({
        name,
        requests_per_minute: plan.requestsPerMinute,
        events_per_minute: plan.eventsPerMinute,
        events_per_day: plan.eventsPerDay,
      })),
    },
  }),
  sendFeedback: () => ({ status: 201, body: { feedbackType: 'general', message: 'Hello' } }),
  listFeedback: () => ({ status: 200 }),
  createBackup: () => ({ status: 202 }),
  listBackups: () => ({ status: 200 }),
  health: () => ({ status: 200 }),
  ready: () => ({ status: 200 }),
  readyConfig: () => ({ status: 200 }),
  metrics: () => ({ status: 200 }),
  openapi: () => ({ status: 200 }),
  reference: () => ({ status: 200 }),
  pageScript: () => ({ status: 200 }),
  listSdks: () => ({ status: 200 }),
  sdkTarball: () => ({ status: 200, path: sdkTarballPath }),
  listShares: () => ({ status: 200, path: async () => `/v1/dashboards/${(await newDashboard()).id}/shares` }),
  createShare: () => ({
    status: 201,
    body: { name: 'S' },
    path: async () => `/v1/dashboards/${(await newDashboard()).id}/shares`,
  }),
  revokeShare: () => ({ status: 204, path: newSharePath }),
  // The token stands in the body; an unknown one is refused, anyone who asks.
  readSharedDashboard: () => ({ status: 404, body: { token: 'none' } }),
  readSharedResult: () => ({ status: 404, body: { token: 'none', widget_id: absentId } }),
  listViews: () => ({ status: 200 }),
  saveView: () => ({ status: 201, body: { page: 'flags', name: newName(), search: 'status=stale' } }),
  // A view is of the one who saved it: what others may do is found in views.test.ts.
  changeView: () => ({ status: 404, body: { name: 'V' }, path: async () => `/v1/me/views/${absentId}` }),
  deleteView: () => ({ status: 404, path: async () => `/v1/me/views/${absentId}` }),
  mcp: () => ({ status: 200, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  setTargeting: () => ({
    status: 200,
    body: { rules: [], rollout: { percentage: 5, value: true } },
    path: async () => `/v1/flags/${await newFlag()}/targeting`,
  }),
  changeEnvironment: () => ({
    status: 200,
    body: { approval: { required: false } },
    path: async () => '/v1/environments/development',
  }),
  listSchedules: () => ({ status: 200, path: async () => `/v1/flags/${await newFlag()}/schedules` }),
  createSchedule: () => ({
    status: 201,
    body: { steps: [{ at: new Date(Date.now() + 86_400_000).toISOString(), rollout: { percentage: 5, value: true } }] },
    path: async () => `/v1/flags/${await newFlag()}/schedules`,
  }),
  cancelSchedule: () => ({ status: 404, path: async () => `/v1/flags/any/schedules/${absentId}/cancel` }),
  listChangeRequests: () => ({ status: 200 }),
  // What is decided, by whom, is found in approvals.test.ts.
  showChangeRequest: () => ({ status: 404, path: async () => `/v1/change-requests/${absentId}` }),
  approveChangeRequest: () => ({ status: 404, path: async () => `/v1/change-requests/${absentId}/approve` }),
  rejectChangeRequest: () => ({ status: 404, path: async () => `/v1/change-requests/${absentId}/reject` }),
  withdrawChangeRequest: () => ({ status: 404, path: async () => `/v1/change-requests/${absentId}/withdraw` }),
  listDigests: () => ({ status: 200 }),
  createDigest: () => ({
    status: 400,
    body: { dashboard_id: absentId, frequency: 'daily', time: '09:00', targets: [absentId] },
  }),
  previewNewDigest: () => ({ status: 400, body: { dashboard_id: absentId, frequency: 'daily' } }),
  showDigest: () => ({ status: 404, path: async () => `/v1/digests/${absentId}` }),
  changeDigest: () => ({ status: 404, body: { name: 'D' }, path: async () => `/v1/digests/${absentId}` }),
  deleteDigest: () => ({ status: 404, path: async () => `/v1/digests/${absentId}` }),
  sendDigest: () => ({ status: 404, path: async () => `/v1/digests/${absentId}/send` }),
  previewDigest: () => ({ status: 404, path: async () => `/v1/digests/${absentId}/preview` }),
  digestPicture: () => ({ status: 404, path: async () => '/digests/none.png' }),
  listWebhooks: () => ({ status: 200 }),
  createWebhook: () => ({ status: 201, body: { name: newName(), url: 'https://hooks.example.com/' } }),
  showWebhook: () => ({ status: 404, path: async () => `/v1/webhooks/${absentId}` }),
  changeWebhook: () => ({ status: 404, body: { name: 'W' }, path: async () => `/v1/webhooks/${absentId}` }),
  deleteWebhook: () => ({ status: 404, path: async () => `/v1/webhooks/${absentId}` }),
  rotateWebhookSecret: () => ({ status: 404, path: async () => `/v1/webhooks/${absentId}/rotate-secret` }),
  testWebhook: () => ({ status: 404, path: async () => `/v1/webhooks/${absentId}/test` }),
  listWebhookDeliveries: () => ({ status: 404, path: async () => `/v1/webhooks/${absentId}/deliveries` }),
  showWebhookDelivery: () => ({ status: 404, path: async () => `/v1/webhooks/${absentId}/deliveries/${absentId}` }),
  resendWebhookDelivery: () => ({
    status: 404,
    path: async () => `/v1/webhooks/${absentId}/deliveries/${absentId}/resend`,
  }),
};

interface CallerUnderTest {
  readonly name: string;
  /** What a key of this sort may do; undefined: it is nobody's. */
  readonly kind?: Access;
  readonly isSilent?: boolean;
  readonly isInApiKeyHeader?: boolean;
  /** It reaches its environment only. */
  readonly isConfined?: boolean;
  readonly headers: (route: Route) => Record<string, string> | Promise<Record<string, string>>;
  readonly query?: () => string;
}

interface MemberUnderTest extends CallerUnderTest {
  /** In the project that is named; undefined: no member of it. */
  readonly role?: Role;
  readonly isOperator?: boolean;
  readonly isForged?: boolean;
  readonly isElsewhere?: boolean;
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const wellFormed = (kind: string) => `lp_${kind}_production_${'a'.repeat(49)}`;
let revoked = '';
let confined = '';
let signedOut: Record<string, string> = {};

const callers: readonly CallerUnderTest[] = [
  { name: 'a publishable key', kind: 'publishable', headers: () => bearer(project.publishable) },
  { name: 'a secret key', kind: 'secret', headers: () => bearer(project.secret) },
  {
    name: 'a secret key of scope environment',
    kind: 'secret',
    isConfined: true,
    headers: () => bearer(confined),
  },
  { name: 'a dev key', kind: 'dev', headers: () => bearer(project.keys.production.dev) },
  { name: 'the operator token', kind: 'operator', headers: () => bearer(server.bootstrap.operator_token) },
  { name: 'a revoked secret key', headers: () => bearer(revoked) },
  { name: 'an unknown key of right shape', headers: () => bearer(wellFormed('sec')) },
  { name: 'an unknown operator token', headers: () => bearer(`lpop_${'a'.repeat(43)}`) },
  { name: 'a key that is cut short', headers: () => bearer(project.secret.slice(0, 30)) },
  { name: 'a key with one character more', headers: () => bearer(`${project.secret}x`) },
  { name: 'an empty bearer', headers: () => ({ Authorization: 'Bearer ' }) },
  { name: 'two keys', headers: () => ({ Authorization: `Bearer ${project.secret} ${project.secret}` }) },
  { name: 'another scheme', headers: () => ({ Authorization: `Basic ${project.secret}` }) },
  { name: 'no scheme', headers: () => ({ Authorization: project.secret }) },
  {
    name: 'a key in X-API-Key only',
    isSilent: true,
    isInApiKeyHeader: true,
    headers: () => ({ 'X-API-Key': project.secret }),
  },
  { name: 'no key', isSilent: true, headers: () => ({}) },
  { name: 'a session that has ended', isSilent: true, headers: () => signedOut },
  {
    name: 'a session beside a key that is nobody’s',
    headers: async (route) => ({ ...(await headersOf('owner', route)), ...bearer(wellFormed('sec')) }),
  },
  {
    name: 'a key in the query only',
    isSilent: true,
    headers: () => ({}),
    query: () => `?key=${project.secret}&api_key=${project.secret}&access_token=${project.secret}`,
  },
];

const signedIn = new Map<string, TestMember>();

let secondOwner: TestMember | undefined;
/** Anyone who has left is a member again, and nobody is the last owner. */
async function membershipPath(): Promise<string> {
  secondOwner ??= await newSecondOwner();
  for (const role of roles) {
    const email = signedIn.get(role)?.session.member.email;
    expect([201, 409]).toContain((await secondOwner.post('/v1/members', { email, role })).status);
  }
  return '/v1/membership';
}

async function newSecondOwner(): Promise<TestMember> {
  const member = await TestMember.invited(project, 'admin');
  const path = `/v1/members/${member.session.member.id}`;
  expect((await signedIn.get('owner')?.send('PATCH', path, { body: { role: 'owner' } }))?.status).toBe(200);
  return member;
}

const isAboutSessions = ({ path }: Route): boolean => /^\/v1\/(sessions?|invitations\/accept)(\/|$)/.test(path);

/** Some of what members do about themselves ends their sessions: before and after it they sign in anew. */
const mayBeOut = new Set<string>();
async function headersOf(who: string, route: Route): Promise<Record<string, string>> {
  let member = signedIn.get(who);
  if (member === undefined) throw new Error(`${who} is not signed in`);
  if (mayBeOut.delete(who) || isAboutSessions(route)) member = await member.again();
  if (isAboutSessions(route)) mayBeOut.add(who);
  signedIn.set(who, member);
  return member.headers(project.id);
}

async function withoutToken(headers: Promise<Record<string, string>>): Promise<Record<string, string>> {
  const { 'X-CSRF-Token': _, ...rest } = await headers;
  return rest;
}

const members: readonly MemberUnderTest[] = [
  ...roles.map((role) => ({
    name: `a member who is ${role}`,
    role,
    headers: (route: Route) => headersOf(role, route),
  })),
  { name: 'an operator who is no member', isOperator: true, headers: (route) => headersOf('operator', route) },
  {
    name: 'an owner without the CSRF token',
    role: 'owner',
    isForged: true,
    headers: (route) => withoutToken(headersOf('owner', route)),
  },
  {
    name: 'an owner on a page of another site',
    role: 'owner',
    isForged: true,
    isElsewhere: true,
    headers: async (route) => ({ ...(await headersOf('owner', route)), Origin: 'https://evil.example' }),
  },
];

function expectedOfMember(route: Route, caller: MemberUnderTest, good: number): number {
  if (caller.isElsewhere === true && isAboutSessions(route) && route.method !== 'GET') return 403;
  if (route.access.includes('anyone') || route.access.includes('machine') || route.isKeyOptional === true) return good;
  if (route.member === undefined) return 403;
  if (caller.isForged === true && route.method !== 'GET') return 403;
  if (route.member === 'self') return good;
  if (route.member === 'operator') return caller.isOperator === true ? good : 403;
  if (caller.role === undefined) return 404;
  return isAtLeast(caller.role, route.member) ? good : 403;
}

function expectedStatus(route: Route, caller: CallerUnderTest, good: number): number {
  const { access, isApiKeyHeaderRead, isKeyOptional } = route;
  if (caller.isInApiKeyHeader === true && isApiKeyHeaderRead === true) return good;
  if (access.includes('anyone')) return good;
  if ((access.includes('machine') || isKeyOptional === true) && caller.isSilent === true) return good;
  if (caller.kind === undefined) return 401;
  if (caller.isConfined === true && route.isProjectWide === true) return 403;
  if (access.includes(caller.kind) || (access.includes('machine') && caller.kind === 'operator')) return good;
  return 403;
}

describe('every route and every kind of caller', () => {
  beforeAll(async () => {
    await server.waitForStore();
    const { id, key } = await newKey('secret');
    revoked = key;
    const body = { kind: 'secret', scope: 'environment', environment_id: 'production', name: 'confined' };
    confined = (await project.post('/v1/keys', body, asSecret())).data<{ key: string }>().key;
    expect((await project.get('/v1/environments', { key })).status).toBe(200);
    expect((await project.send('DELETE', `/v1/keys/${id}`, asSecret())).status).toBe(204);
    await project.post('/v1/devices/register', { device_id: 'd' });
    for (const role of roles) signedIn.set(role, await TestMember.invited(project, role, undefined, password));
    signedIn.set('operator', await TestMember.owner(server));
    const gone = await TestMember.invited(project, 'admin');
    signedOut = gone.headers();
    expect((await gone.send('DELETE', '/v1/session')).status).toBe(204);
  });

  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    test(`${route.method} ${route.path}`, async () => {
      const expectedOf = (caller: CallerUnderTest, good: number): number =>
        members.includes(caller) ? expectedOfMember(route, caller, good) : expectedStatus(route, caller, good);
      const everybody = [...callers, ...members];
      const changing = everybody.filter((caller) => {
        const { status } = goodRequests[name]();
        return route.method !== 'GET' && expectedOf(caller, status) === status;
      });
      for (const caller of changing) {
        const good = goodRequests[name]();
        await tryAs(caller, route, good, (await good.path?.()) ?? route.path, expectedOf(caller, good.status));
      }
      // Anyone who reads, or is refused, changes nothing, so all of them may try the same one.
      const good = goodRequests[name]();
      const untouched = (await good.path?.()) ?? route.path;
      const others = everybody.filter((caller) => !changing.includes(caller));
      const tries = others.map((caller) => async () => {
        await tryAs(caller, route, good, untouched, expectedOf(caller, good.status));
      });
      if (isAboutSessions(route)) for (const attempt of tries) await attempt();
      else await Promise.all(tries.map((attempt) => attempt()));
    });
  }
});

test('negative control: a caller who gets further than the table says is found', async () => {
  const [owner] = callers.filter(({ kind }) => kind === 'secret');
  if (owner === undefined) throw new Error('No caller has a secret key');
  const route: Route = routes.listEnvironments;
  await expect(tryAs(owner, route, goodRequests.listEnvironments(), route.path, 403)).rejects.toThrow(': 403');
});

async function tryAs(
  caller: CallerUnderTest,
  route: Route,
  { body, isStream }: GoodRequest,
  path: string,
  expected: number,
): Promise<void> {
  const url = `${server.url}${path}${caller.query?.() ?? ''}`;
  const request = {
    method: route.method,
    // From an address of its own: some routes count by it.
    headers: { ...(await caller.headers(route)), 'X-Address': newName() },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  if (isStream === true && expected === 200) {
    const { status, body: stream } = await fetch(url, request);
    await stream?.cancel();
    expect(`${caller.name}: ${status}`).toBe(`${caller.name}: 200`);
    return;
  }
  const answer = await ApiResponse.to(sendRequest(url, request));
  expect(`${caller.name}: ${answer.status}`).toBe(`${caller.name}: ${expected}`);
  if (answer.status === 401) expect(answer.error.code).toBe('UNAUTHORIZED');
  if (answer.status === 403) expect(answer.error.code).toBe('FORBIDDEN');
}

describe('the Authorization header', () => {
  test('the scheme is compared without case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      const headers = { Authorization: `${scheme} ${project.publishable}` };
      expect((await project.send('GET', '/v1/config', { key: null, headers })).status).toBe(200);
    }
  });

  test('the key is compared with case', async () => {
    const swapped = project.secret.replace(/[a-z](?=[^_]*$)/, (letter) => letter.toUpperCase());
    expect((await project.get('/v1/environments', { key: swapped })).status).toBe(401);
  });
});

describe('keys of a project', () => {
  test('are shaped so that clients recognise them; only publishable ones, which are no secrets, are shown again', async () => {
    for (const [kind, prefix] of [
      ['publishable', 'pub'],
      ['secret', 'sec'],
      ['dev', 'dev'],
    ] as const) {
      const { id, key } = await newKey(kind, 'development');
      expect(key).toMatch(new RegExp(`^lp_${prefix}_development_[0-9A-Za-z]{32,}$`));
      expect(key.split('_')).toHaveLength(4);
      const listed = await project.get('/v1/keys?limit=100');
      const row = listed.data<{ id: string; key: string | null }[]>().find((each) => each.id === id);
      expect(row?.key).toBe(kind === 'publishable' ? key : null);
      if (kind !== 'publishable') expect(listed.text).not.toContain(key);
    }
  });

  test('have name, kind, environment, creation, last use and revocation', async () => {
    const { id } = await newKey('dev');
    const row = (await project.get('/v1/keys')).data<Record<string, unknown>[]>().find((each) => each.id === id);
    expect(row).toEqual({
      id,
      kind: 'dev',
      scope: null,
      environment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'a dev key',
      hint: expect.any(String),
      key: null,
      last_used_at: null,
      revoked_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  test('a revoked key is refused at once on every route, and is still listed', async () => {
    const { id, key } = await newKey('secret');
    for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
      expect((await project.post(path, { batch: [{ event: 'a' }] }, { key })).status).toBe(202);
    }
    expect((await project.send('DELETE', `/v1/keys/${id}`, asSecret())).status).toBe(204);
    for (const path of ['/v1/ingest', '/v1/ingest?x=1']) {
      expect((await project.post(path, { batch: [{ event: 'a' }] }, { key })).status).toBe(401);
    }
    expect((await project.get('/v1/config', { key })).status).toBe(401);
    const row = (await project.get('/v1/keys')).data<Record<string, unknown>[]>().find((each) => each.id === id);
    expect(row?.revoked_at).toMatch(/^\d{4}-/);
  });

  test('a key may revoke itself; it is its last deed', async () => {
    const { id, key } = await newKey('secret');
    expect((await project.send('DELETE', `/v1/keys/${id}`, { key })).status).toBe(204);
    expect((await project.get('/v1/keys', { key })).status).toBe(401);
  });

  test('revoking again is fine; an unknown id, or that of another project, is 404', async () => {
    const { id } = await newKey('dev');
    for (const turn of [1, 2])
      expect([turn, (await project.send('DELETE', `/v1/keys/${id}`, asSecret())).status]).toEqual([turn, 204]);
    const other = await TestProject.create(server);
    expect((await other.send('DELETE', `/v1/keys/${id}`, { key: other.secret })).status).toBe(404);
    expect((await project.send('DELETE', '/v1/keys/00000000-0000-4000-8000-000000000000', asSecret())).status).toBe(
      404,
    );
    expect((await project.send('DELETE', '/v1/keys/nonsense', asSecret())).status).toBe(404);
  });

  test('a key of an unknown environment, or of another project’s, cannot be made', async () => {
    const other = await TestProject.create(server);
    const [environment] = (await other.get('/v1/environments')).data<{ id: string }[]>();
    for (const environment_id of ['nowhere', environment?.id]) {
      const response = await project.post('/v1/keys', { kind: 'dev', environment_id, name: 'k' }, asSecret());
      expect(response.status).toBe(404);
    }
  });

  for (const body of [
    {},
    { kind: 'other', environment_id: 'production', name: 'k' },
    { kind: 'dev', environment_id: 'production', name: '' },
    { kind: 'dev', name: 'k' },
  ]) {
    test(`${JSON.stringify(body)} makes no key`, async () => {
      const response = await project.post('/v1/keys', body, asSecret());
      expect(response.status).toBe(400);
      expect(response.error.code).toBe('VALIDATION_ERROR');
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).not.toEqual([]);
    });
  }

  test('one project’s key never shows another project’s data', async () => {
    const other = await TestProject.create(server);
    await project.post('/v1/devices/register', { device_id: 'mine' });
    expect((await other.get('/v1/devices/mine')).status).toBe(404);
    expect((await other.get('/v1/events')).data()).toEqual([]);
    const [environment] = (await project.get('/v1/environments')).data<{ id: string }[]>();
    expect((await other.get(`/v1/events?environment_id=${environment?.id}`)).status).toBe(404);
    expect((await other.get('/v1/events?environment_id=nowhere')).status).toBe(404);
  });
});

describe('the order of checks', () => {
  const junk = 'x'.repeat(300_000);

  test('an unknown route is 404 anyone who asks', async () => {
    for (const key of [null, 'nonsense', project.secret]) {
      for (const path of ['/v1/nothing', '/v1/campaigns', '/v1/destinations', '/v2/ingest']) {
        const response = await project.send('POST', path, { key, body: junk });
        expect([path, response.status, response.error.code]).toEqual([path, 404, 'NOT_FOUND']);
      }
    }
  });

  test('a wrong method on a known path is 404', async () => {
    for (const [method, path] of [
      ['GET', '/v1/ingest'],
      ['PUT', '/v1/ingest'],
      ['DELETE', '/v1/config'],
      ['POST', '/v1/events'],
      ['PATCH', '/v1/plans'],
      ['POST', '/healthz'],
    ] as const) {
      expect([method, path, (await project.send(method, path, { key: project.secret })).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });

  test('a bad key is 401 before anything is said of the body', async () => {
    for (const path of ['/v1/ingest', '/v1/ingest?x=1', '/v1/devices/register', '/v1/keys']) {
      expect([path, (await project.post(path, junk, { key: wellFormed('pub') })).status]).toEqual([path, 401]);
    }
  });

  test('a forbidden route is 403 before anything is said of the body', async () => {
    expect((await project.post('/v1/keys', junk)).status).toBe(403);
    expect((await project.post('/v1/ingest', '{', { key: project.keys.production.dev })).status).toBe(403);
    expect((await project.get('/v1/events?limit=0', { key: project.publishable })).status).toBe(403);
  });

  test('a spent rate is 429 before anything is said of the body', async () => {
    const free = await TestProject.create(server, 'free');
    await Promise.all(Array.from({ length: 60 }, () => free.send('GET', '/v1/ingest/capabilities')));
    for (const path of ['/v1/ingest', '/v1/ingest?x=1', '/v1/devices/register']) {
      expect([path, (await free.post(path, '{')).status]).toEqual([path, 429]);
      expect([path, (await free.post(path, 'x'.repeat(1_100_000))).status]).toEqual([path, 429]);
    }
    expect((await free.post('/v1/keys', '{')).status).toBe(403);
    expect((await free.post('/v1/ingest', '{', { key: 'x' })).status).toBe(401);
  });
});

test('no key ever appears in the log, and the last use of each is shown after a restart', async () => {
  await server.waitForStore();
  const usedAt = Date.now();
  await project.ingest({ batch: [{ event: 'a' }] });
  expect(await server.stop()).toBe(0);
  // Everything above ran at the most talkative level; what the first start prints is another project's.
  for (const key of [project.secret, project.publishable, project.keys.production.dev, revoked]) {
    expect(server.output).not.toContain(key);
    expect(server.output).not.toContain(key.slice(-20));
  }
  expect(server.output.split(server.bootstrap.operator_token).length).toBeLessThanOrEqual(2);
  await server.restart();
  const rows = (await project.get('/v1/keys?limit=100')).data<{ hint: string; last_used_at: string | null }[]>();
  const lastUse = (key: string) => rows.find(({ hint }) => key.endsWith(hint))?.last_used_at ?? '';
  expect(Math.abs(Date.parse(lastUse(project.publishable)) - usedAt)).toBeLessThan(10_000);
  expect(lastUse(project.keys.development.dev)).toBe('');
});

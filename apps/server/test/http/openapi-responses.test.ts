import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { type ApiResponse, TestProject } from '../harness/test-project.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { readonly content?: { 'application/json': { schema: object } } }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

let server: TestServer;
let project: TestProject;
let document: Document;

beforeAll(async () => {
  server = await TestServer.shared();
  await server.waitForStore();
  project = await TestProject.create(server);
  document = JSON.parse(await readFile(new URL('../../../../spec/openapi.json', import.meta.url), 'utf8')) as Document;
  ajv.addSchema({ components: document.components }, 'openapi');
  await new Admin(project).flag('documented');
});

/** One for all, so that what several answers refer to is compiled once. */
const ajv = new Ajv2020({ strict: false, allErrors: true });

/** What is wrong with an answer, held against what the document says of it. */
function faultsOf(method: string, path: string, response: ApiResponse): readonly string[] {
  const operation = document.paths[path]?.[method];
  const declared = operation?.responses[String(response.status)];
  if (declared === undefined) return [`${response.status} is not declared`];
  const schema = declared.content?.['application/json'].schema;
  if (schema === undefined) return [];
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')));
  return check(response.json)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('definitions have no member stale, although the document says so', async () => {
  expect(faultsOf('get', '/v1/definitions', await project.get('/v1/definitions'))).toEqual([]);
});

test('testers, layers, the holdout, completing and both versions of a ruleset are as the document says', async () => {
  const admin = new Admin(project);
  await admin.call('POST', '/v1/layers', { key: 'documented', name: 'L' });
  const overrides = [{ variant_key: 'control', user_ids: ['u'], group_keys: ['beta'] }];
  await admin.running('allocated', { layer: 'documented', traffic_pct: 10 });
  const of = '/v1/experiments/allocated';
  const requests: [method: string, path: string, asked: string, body?: object][] = [
    ['put', '/v1/experiments/{id}/overrides', `${of}/overrides`, { overrides }],
    ['put', '/v1/experiments/{id}/audience', `${of}/audience`, { audience: [{ field: 'plan', op: 'exists' }] }],
    ['put', '/v1/experiments/{id}/traffic', `${of}/traffic`, { traffic_pct: 20 }],
    ['put', '/v1/holdout', '/v1/holdout', { percentage: 5 }],
    ['get', '/v1/holdout', '/v1/holdout'],
    ['get', '/v1/layers', '/v1/layers'],
    ['get', '/v1/layers/{id}', '/v1/layers/documented'],
    ['patch', '/v1/layers/{id}', '/v1/layers/documented', { name: 'M' }],
    ['patch', '/v1/layers/{id}', '/v1/layers/documented', { archived: true }],
    ['get', '/v1/experiments/{id}', of],
    ['get', '/v1/definitions', '/v1/definitions'],
    ['post', '/v1/experiments/{id}/explain', `${of}/explain`, { context: { user_id: 'u' } }],
    ['get', '/v1/ruleset', '/v1/ruleset'],
    ['get', '/v1/ruleset', '/v1/ruleset?ruleset_version=4'],
    ['post', '/v1/experiments/{id}/complete', `${of}/complete`, { flag: { key: 'documented', value: true } }],
  ];
  for (const [method, path, asked, body] of requests) {
    const response = await admin.call(method.toUpperCase(), asked, body);
    expect([method, path, response.status < 500, faultsOf(method, path, response)]).toEqual([method, path, true, []]);
  }
});

test('counts of events, people and exposures are as the document says', async () => {
  const admin = new Admin(project);
  await admin.experiment('documented');
  await project.ingest({ batch: [{ event: 'bought', context: { user: { id: 'u' }, device: { platform: 'web' } } }] });
  await project.events(1);
  for (const [path, query] of [
    ['/v1/insights/activity', '?interval=day'],
    ['/v1/insights/active-people', '?platform=web'],
    ['/v1/insights/values', '?field=platform'],
    ['/v1/insights/user-attributes', ''],
    ['/v1/events/volumes', ''],
    ['/v1/experiments/{id}/exposures', ''],
  ] as const) {
    const response = await project.get(`${path.replace('{id}', 'documented')}${query}`);
    expect([path, response.status, faultsOf('get', path, response)]).toEqual([path, 200, []]);
  }
});

test('a 400 or 404 of OFREP is not the error that the document says', async () => {
  const init = { key: project.publishable };
  const one = '/ofrep/v1/evaluate/flags/{key}';
  const responses = [
    [one, await project.post('/ofrep/v1/evaluate/flags/documented', '{"context": 5}', init), 400],
    [one, await project.post('/ofrep/v1/evaluate/flags/unknown', {}, init), 404],
    ['/ofrep/v1/evaluate/flags', await project.post('/ofrep/v1/evaluate/flags', 'no json', init), 400],
  ] as const;
  for (const [path, response, status] of responses) {
    expect(response.status).toBe(status);
    expect(faultsOf('post', path, response)).toEqual([]);
  }
  expect(faultsOf('get', '/ofrep/v1/stream', await project.get('/ofrep/v1/stream?token=x', { key: null }))).toEqual([]);
});

test('an environment that there is not is 404, which the document does not say', async () => {
  const asked = Object.entries(document.paths).filter(([path, { get }]) => {
    const parameters = get?.parameters ?? [];
    const needsNothingElse =
      !path.includes('{') && !path.endsWith('/stream') && !parameters.some(({ required }) => required === true);
    return needsNothingElse && parameters.some(({ name }) => name === 'environment_id');
  });
  expect(asked.length).toBeGreaterThan(10);
  for (const [path] of asked) {
    const response = await project.get(`${path}?environment_id=nowhere`);
    expect([path, response.status, faultsOf('get', path, response)]).toEqual([path, 404, []]);
  }
  const query = { kind: 'sql', sql: 'SELECT 1' };
  const response = await project.post(
    '/v1/insights/query',
    { environment_id: 'nowhere', query },
    { key: project.secret },
  );
  expect([response.status, faultsOf('post', '/v1/insights/query', response)]).toEqual([404, []]);
});

test('answers to queries of people over time and of numbers are as the document says', async () => {
  const range = { kind: 'relative', last: '7d' };
  const queries = [
    { kind: 'lifecycle', event: null, range },
    { kind: 'stickiness', event: null, range },
    { kind: 'distribution', event: null, field: 'event_properties.ms', range },
    { kind: 'retention', cohortEvent: null, returnEvent: null, breakdownProperty: 'platform', range },
    { kind: 'crash_free', range },
    { kind: 'crashes', range },
    { kind: 'performance', range },
    { kind: 'experiment' },
  ];
  for (const query of queries) {
    const response = await project.post('/v1/insights/query', { query }, { key: project.secret });
    expect([response.status, faultsOf('post', '/v1/insights/query', response)], query.kind).toEqual([200, []]);
  }
});

test('share links and what they show are as the document says', async () => {
  const admin = new Admin(project);
  const range = { kind: 'relative', last: '7d' };
  const widgets = [
    { name: 'Funnel', query: { kind: 'funnel', steps: ['seen', { event: 'bought', filters: [] }], range } },
    { name: 'Statement', query: { kind: 'sql', sql: 'SELECT 1 AS one' } },
  ];
  const body = { name: 'Shared', widgets };
  const dashboard = await admin.done<{ id: string; widgets: { id: string }[] }>(
    'POST',
    '/v1/dashboards/materialize',
    body,
  );
  const shares = `/v1/dashboards/${dashboard.id}/shares`;
  const made = await admin.call('POST', shares, {});
  const { token } = made.data<{ token: string }>();
  const asAnybody = (path: string, more: object = {}) => project.post(path, { token, ...more }, { key: null });
  const responses: [method: string, path: string, response: ApiResponse][] = [
    ['post', '/v1/dashboards/{id}/shares', made],
    ['get', '/v1/dashboards/{id}/shares', await admin.call('GET', shares)],
    ['post', '/v1/shared/dashboard', await asAnybody('/v1/shared/dashboard')],
    ...(await Promise.all(
      dashboard.widgets.map(async ({ id: widget_id }): Promise<[string, string, ApiResponse]> => {
        return ['post', '/v1/shared/result', await asAnybody('/v1/shared/result', { widget_id })];
      }),
    )),
  ];
  for (const [method, path, response] of responses) {
    expect([path, response.status < 300, faultsOf(method, path, response)]).toEqual([path, true, []]);
  }
});

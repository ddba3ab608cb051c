import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface KeyRow {
  readonly id: string;
  readonly kind: string;
  readonly scope: string | null;
  readonly environment_id: string;
  readonly key: string;
}

let server: TestServer;
let project: TestProject;
let production: KeyRow;
let development: KeyRow;
beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
  project = await TestProject.create(server);
  production = await issue({ scope: 'environment', environment_id: 'production' });
  development = await issue({ scope: 'environment', environment_id: 'development' });
});
afterAll(() => server.dispose());

async function issue(more: object, by = project.secret): Promise<KeyRow> {
  const response = await project.post('/v1/keys', { kind: 'secret', name: 'k', ...more }, { key: by });
  expect(response.status).toBe(201);
  return response.data<KeyRow>();
}
const as = (key: KeyRow) => ({ key: key.key });
const statusOf = async (method: string, path: string, key: KeyRow, body?: unknown): Promise<number> => {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return (await project.send(method, path, { ...as(key), ...json })).status;
};

const experiment = (key: string, environment_id?: string) => ({
  key,
  name: 'E',
  ...(environment_id === undefined ? {} : { environment_id }),
  variants: [
    { key: 'a', name: 'A', is_control: true, weight: 50 },
    { key: 'b', name: 'B', weight: 50 },
  ],
  metrics: [{ event_name: 'bought', metric_type: 'conversion', is_primary: true }],
});

test('keys say their scope: project for those that did not ask, none for keys that are not secret', async () => {
  expect(production.scope).toBe('environment');
  expect((await issue({ environment_id: 'production' })).scope).toBe('project');
  expect((await issue({ kind: 'publishable', environment_id: 'production' })).scope).toBeNull();
  const wrong = { kind: 'dev', scope: 'environment', environment_id: 'production', name: 'k' };
  expect((await project.post('/v1/keys', wrong, { key: project.secret })).status).toBe(400);
});

describe('a secret key of a test environment', () => {
  test('cannot make a key of production, nor one that reaches the whole project', async () => {
    const asked = { kind: 'secret', name: 'k' };
    expect(await statusOf('POST', '/v1/keys', development, { ...asked, environment_id: 'production' })).toBe(404);
    const wider = { ...asked, environment_id: 'development', scope: 'project' };
    expect(await statusOf('POST', '/v1/keys', development, wider)).toBe(403);
    const own = await issue({ environment_id: 'development' }, development.key);
    expect(own.scope).toBe('environment');
    expect(await statusOf('DELETE', `/v1/keys/${production.id}`, development)).toBe(404);
    expect(await statusOf('GET', '/v1/environments', production)).toBe(200);
    expect(await statusOf('DELETE', `/v1/keys/${own.id}`, development)).toBe(204);
    const listed = (await project.get('/v1/keys?limit=100', as(development))).data<KeyRow[]>();
    expect(new Set(listed.map(({ environment_id }) => environment_id))).toEqual(new Set([development.environment_id]));
  });

  test('does not see another environment: every route that takes one answers 404', async () => {
    const asked = ['/v1/events', '/v1/events/count', '/v1/people', '/v1/devices', '/v1/crashes/groups', '/v1/releases']
      .concat(['/v1/crashes/health', '/v1/events/failed', '/v1/events/catalog', '/v1/usage/ledger', '/v1/annotations'])
      .concat(['/v1/performance/summary', '/v1/experiments', '/v1/events/volumes'])
      .concat(['/v1/insights/activity', '/v1/insights/active-people']);
    for (const path of asked) {
      expect([path, await statusOf('GET', `${path}?environment_id=production`, development)]).toEqual([path, 404]);
      expect([path, await statusOf('GET', `${path}?environment_id=development`, development)]).toEqual([path, 200]);
    }
    for (const [environment, status] of Object.entries({ production: 404, development: 200 })) {
      const path = `/v1/insights/values?field=platform&environment_id=${environment}`;
      expect([path, await statusOf('GET', path, development)]).toEqual([path, status]);
    }
    const query = { kind: 'sql', sql: 'SELECT 1' };
    const body = { environment_id: 'production', query };
    expect(await statusOf('POST', '/v1/insights/query', development, body)).toBe(404);
    expect(await statusOf('POST', '/v1/insights/query', development, { query })).toBe(200);
    const export_ = { table: 'events', format: 'csv', environment_id: 'production' };
    expect(await statusOf('POST', '/v1/exports', development, export_)).toBe(404);
    const environments = (await project.get('/v1/environments', as(development))).data<{ slug: string }[]>();
    expect(environments.map(({ slug }) => slug)).toEqual(['development']);
  });

  test('has experiments, releases and changes of its environment only', async () => {
    const made = await project.post('/v1/experiments', experiment('of_production'), { key: project.secret });
    expect(made.status).toBe(201);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/exposures'],
      ['POST', '/start'],
      ['POST', '/archive'],
      ['POST', '/complete'],
    ] as const) {
      const target = `/v1/experiments/of_production${path}`;
      expect([path, await statusOf(method, target, development, method === 'POST' ? {} : undefined)]).toEqual([
        path,
        404,
      ]);
    }
    expect(await statusOf('PATCH', '/v1/experiments/of_production', development, { name: 'N' })).toBe(404);
    expect(await statusOf('POST', '/v1/experiments', development, experiment('x_prod', 'production'))).toBe(404);
    expect(await statusOf('POST', '/v1/experiments', development, experiment('of_development'))).toBe(201);
    const seen = (await project.get('/v1/experiments', as(development))).data<{ key: string }[]>();
    expect(seen.map(({ key }) => key)).toEqual(['of_development']);
    const definitions = (await project.get('/v1/definitions', as(development))).data<{
      experiments: { key: string }[];
    }>();
    expect(definitions.experiments.map(({ key }) => key)).toEqual(['of_development']);
    const release = await project.post('/v1/releases', { version: '1.0', platform: 'web' }, { key: project.secret });
    expect(await statusOf('GET', `/v1/releases/${release.data<{ id: string }>().id}`, development)).toBe(404);
    const changes = (await project.get('/v1/changes?limit=100', as(development))).data<
      { environment_id: string | null }[]
    >();
    const others = changes.filter(({ environment_id }) => environment_id !== null);
    expect(others.every(({ environment_id }) => environment_id === development.environment_id)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    const sql = 'SELECT DISTINCT environment_id FROM changes WHERE environment_id IS NOT NULL';
    const asked = await project.post('/v1/insights/query', { query: { kind: 'sql', sql } }, as(development));
    expect(asked.data<{ rows: unknown[][] }>().rows).toEqual([[development.environment_id]]);
  });

  test('targets flags in its environment and changes no flag for everybody', async () => {
    await project.post('/v1/flags', { key: 'new_checkout', name: 'F', platforms: ['web'] }, { key: project.secret });
    const rollout = { percentage: 50, value: true };
    expect(await statusOf('PUT', '/v1/flags/new_checkout/rollout', development, rollout)).toBe(200);
    expect(
      await statusOf('PUT', '/v1/flags/new_checkout/rollout?environment_id=production', development, rollout),
    ).toBe(404);
    expect(await statusOf('PATCH', '/v1/flags/new_checkout', development, { name: 'G' })).toBe(403);
    const copy = { from_environment_id: 'production', to_environment_id: 'development' };
    expect(await statusOf('POST', '/v1/flags/new_checkout/copy', development, copy)).toBe(403);
  });

  test('keeps its scope through a restart', async () => {
    await server.restart();
    await server.waitForStore();
    expect(await statusOf('GET', '/v1/events/count?environment_id=production', development)).toBe(404);
    expect(await statusOf('POST', '/v1/groups', development, { key: 'beta', name: 'B' })).toBe(403);
  });
});

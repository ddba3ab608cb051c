import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestMember } from '../harness/test-member.ts';
import { PostgresServer } from './engines/postgres-server.ts';

/** What is changed on one edge is in force on every other within this time. */
const IN_FORCE_MS = 2_000;

let postgres: PostgresServer;
let a: TestServer;
let b: TestServer;

beforeAll(async () => {
  postgres = await PostgresServer.start();
  const env = { LP_DATABASE_URL: await postgres.createDatabase('edges'), LP_SEPARATE_STORES: 'true' };
  a = await TestServer.start({ env });
  b = await TestServer.startBeside(a, { env });
});
afterAll(async () => {
  await a.stop();
  await b.stop();
  await postgres.remove();
});

interface ConfigData {
  readonly config_version: string;
  readonly flags: Readonly<Record<string, unknown>>;
}

const edit = async (edge: TestServer, path: string, method: string, body: object): Promise<void> => {
  const response = await edge.request(path, { method, body: JSON.stringify(body), headers: json });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
};
const json = { 'Content-Type': 'application/json' };
const configOf = async (edge: TestServer, device = 'dev_1') => {
  const headers = { 'X-Device-ID': device };
  const response = await edge.request('/v1/config', { key: edge.keys.publishable, headers });
  return ((await response.json()) as { data: ConfigData }).data;
};

describe('two edges on one PostgreSQL', () => {
  test('a flag that is made and edited on one is served by the other', async () => {
    await edit(a, '/v1/flags', 'POST', {
      key: 'shared',
      name: 'Shared',
      value_type: 'string',
      default_value: 'one',
      platforms: ['ios', 'web'],
    });
    await waitUntil(async () => (await configOf(b)).flags.shared === 'one', IN_FORCE_MS);
    await edit(b, '/v1/flags/shared', 'PATCH', { default_value: 'two' });
    await waitUntil(async () => (await configOf(a)).flags.shared === 'two', IN_FORCE_MS);
    expect((await configOf(a)).config_version).toBe((await configOf(b)).config_version);
  });

  test('a client that one has answered is told by the other that nothing has changed', async () => {
    const key = a.keys.publishable;
    const first = await a.request('/v1/config', { key });
    await waitUntil(async () => {
      const headers = { 'If-None-Match': first.headers.get('etag') ?? 'none' };
      return (await b.request('/v1/config', { key, headers })).status === 304;
    }, IN_FORCE_MS);
  });

  test('a key that is made on one is known to the other, and refused there when it is revoked', async () => {
    const made = await a.post('/v1/keys', { name: 'short-lived', kind: 'secret', environment_id: 'production' });
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { id: string; key: string } };
    const isKnown = async (edge: TestServer) => (await edge.request('/v1/flags', { key: data.key })).status === 200;
    // At once: a client that is told 401 drops what it wanted to send.
    expect(await isKnown(b)).toBe(true);
    expect((await a.request(`/v1/keys/${data.id}`, { method: 'DELETE' })).ok).toBe(true);
    await waitUntil(async () => !(await isKnown(b)), IN_FORCE_MS);
  });

  test('a device that one has registered and identified is answered by the other, on its stream as well', async () => {
    await edit(a, '/v1/flags', 'POST', {
      key: 'by_user',
      name: 'B',
      value_type: 'string',
      default_value: 'nobody',
      platforms: ['ios', 'web'],
    });
    const rules = [{ conditions: [{ field: 'user_id', op: 'eq', values: ['ada'] }], value: 'ada' }];
    await edit(a, '/v1/flags/by_user/rules?environment=production', 'PUT', { rules });
    const key = a.keys.publishable;
    expect((await a.post('/v1/devices/register', { device_id: 'dev_2', platform: 'ios' }, { key })).status).toBe(201);
    await waitUntil(async () => (await configOf(b, 'dev_2')).flags.by_user === 'nobody', IN_FORCE_MS);
    const stream = await StreamReader.open(`${b.url}/v1/config/stream`, {
      Authorization: `Bearer ${key}`,
      'X-Device-ID': 'dev_2',
    });
    try {
      await stream.next();
      const identified = await a.post('/v1/devices/dev_2/identify', { user_id: 'ada' }, { key });
      expect(identified.status).toBe(200);
      expect(JSON.stringify(await stream.next(IN_FORCE_MS))).toContain('ada');
      await waitUntil(async () => (await configOf(b, 'dev_2')).flags.by_user === 'ada', IN_FORCE_MS);
    } finally {
      await stream.close();
    }
  });

  test('a session of one is a session of the other, and ends on both', async () => {
    const member = await TestMember.owner(a);
    const statusOn = async (edge: TestServer) =>
      (await edge.request('/v1/session', { key: null, headers: member.headers() })).status;
    expect([await statusOn(a), await statusOn(b)]).toEqual([200, 200]);
    const out = await b.request('/v1/session', { method: 'DELETE', key: null, headers: member.headers() });
    expect(out.status).toBe(204);
    await waitUntil(async () => (await statusOn(a)) === 401, IN_FORCE_MS);
  });

  test('both are listed, with their versions, and each job is done by one of them', async () => {
    interface Edge {
      readonly id: string;
      readonly status: string;
      readonly is_this: boolean;
      readonly jobs: readonly string[];
    }
    const edgesOf = async (edge: TestServer) =>
      (await edge.json<{ data: readonly Edge[] }>('/v1/edges', { key: edge.bootstrap.operator_token })).data;
    await waitUntil(async () => (await edgesOf(a)).length === 2 && (await edgesOf(b)).length === 2);
    const all = [
      'alerts',
      'backups',
      'cohorts',
      'crash groups',
      'digests',
      'erasure and retention',
      'experiments',
      'releases',
      'rollouts',
      'schedules',
      'user attributes',
      'webhooks',
    ];
    await waitUntil(async () => (await edgesOf(a)).flatMap(({ jobs }) => jobs).length === all.length);
    const found = await edgesOf(a);
    expect(found.map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect(found.filter((edge) => edge.is_this)).toHaveLength(1);
    expect(found.flatMap((edge) => edge.jobs).sort()).toEqual(all);
  });
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin, type ConfigData, type FlagRow, when } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
let admin: Admin;
beforeAll(async () => {
  server = await TestServer.start();
  project = await TestProject.create(server);
  admin = new Admin(project);
});
afterAll(() => server.dispose());

const lastSeen = async (flag: string) => (await admin.done<FlagRow>('GET', `/v1/flags/${flag}`)).last_seen_at;

test('a flag that is evaluated by key, shown by an event or asked for by OFREP has been seen, also after a restart', async () => {
  const flags = ['evaluated', 'exposed', 'resolved', 'listed', 'ignored'];
  for (const flag of flags) await admin.flag(flag);
  const startedAt = new Date().toISOString();
  await admin.done('POST', '/v1/flags/evaluate', { flag_keys: ['evaluated', 'no_flag'], context: { user_id: 'u' } });
  const exposure = { event: '$flag_exposure', properties: { flag_key: 'exposed' } };
  const ingested = await project.ingest({
    batch: [exposure, { event: 'bought', properties: { flag_key: 'ignored' } }],
  });
  expect(ingested.status).toBe(202);
  await project.post('/ofrep/v1/evaluate/flags/resolved', { context: { targetingKey: 'u' } });
  // All flags at once say nothing about any of them.
  await admin.done('POST', '/v1/flags/evaluate', { context: { user_id: 'u' } });
  const version = await admin.version();
  expect(await server.stop()).toBe(0);
  await server.restart();
  const endedAt = new Date().toISOString();
  for (const flag of ['evaluated', 'exposed', 'resolved']) {
    const at = (await lastSeen(flag)) ?? '';
    expect([flag, at >= startedAt && at <= endedAt]).toEqual([flag, true]);
  }
  for (const flag of ['listed', 'ignored']) expect([flag, await lastSeen(flag)]).toEqual([flag, null]);
  expect(await admin.version()).toBe(version);
});

test('without a readable control database flags, experiments, groups and streams are served from the snapshot file', async () => {
  await admin.flag('beta', { value_type: 'string', default_value: 'no' });
  await admin.group('testers');
  await admin.addMember('testers', 'u');
  await admin.rules('beta', [
    { conditions: [when('user_group', 'in', 'testers')], value: 'tester' },
    { conditions: [when('country', 'regex', '^(CH|DE)$')], value: 'near', percentage: 50 },
  ]);
  await admin.running('checkout');
  const queries = ['?user_id=u', ...Array.from({ length: 10 }, (_, index) => `?device_id=d${index}&country=CH`)];
  // Without the database the revision of a user is not known, so tags may differ; what they stand for may not.
  const responses = () =>
    Promise.all(queries.map(async (query) => ({ ...(await admin.config(undefined, query)), etag: '' })));
  const ruleset = async () => {
    const { server_time: _, ...rest } = await admin.done<Record<string, unknown>>('GET', '/v1/ruleset');
    return rest;
  };
  const context = { user_id: 'u' };
  const before = [await responses(), await ruleset(), await admin.done('POST', '/v1/flags/evaluate', { context })];
  expect(await server.stop()).toBe(0);

  const path = join(server.dataDir, 'control.db');
  const good = await readFile(path);
  await writeFile(path, Buffer.alloc(100_000, 'garbage '));
  await server.restart();
  expect([await responses(), await ruleset(), await admin.done('POST', '/v1/flags/evaluate', { context })]).toEqual(
    before,
  );
  const ofrep = await project.post('/ofrep/v1/evaluate/flags/beta', { context: { targetingKey: 'u' } });
  expect(ofrep.json).toMatchObject({ value: 'tester' });
  const stream = await StreamReader.open(`${server.url}/v1/config/stream?user_id=u`, {
    Authorization: `Bearer ${project.publishable}`,
  });
  expect(await stream.next()).toMatchObject({ data: { data: { flags: { beta: 'tester' } } } });
  const edit = await admin.call('PUT', '/v1/flags/beta/rollout', { percentage: 100, value: 'late' });
  expect([edit.status, edit.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect((await project.get('/v1/keys')).status).toBe(503);
  expect((await project.ingest({ batch: [{ event: 'kept' }] })).status).toBe(202);
  const ready = await project.send('GET', '/readyz', { key: null });
  expect([ready.status, ready.text]).toEqual([200, expect.stringContaining('control database')]);

  for (const left of ['control.db', 'control.db-wal', 'control.db-shm']) {
    await rm(join(server.dataDir, left), { force: true });
  }
  await writeFile(path, good);
  await waitUntil(async () => (await admin.call('GET', '/v1/flags/beta')).status === 200);
  await admin.rules('beta', []);
  await waitUntil(() => stream.messages.some(({ data }) => (data as { data: ConfigData }).data.flags.beta === 'no'));
  await stream.close();
});

test('a server that was killed comes back with every change it has answered', async () => {
  await admin.flag('durable', { value_type: 'number' });
  for (const value of [1, 2, 3]) await admin.rollout('durable', 100, value);
  await server.restart();
  expect((await admin.config('d')).flags.durable).toBe(3);
  expect(await admin.targeting('durable')).toMatchObject({ rollout: { percentage: 100, value: 3 } });
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Wire } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';

type Backup = Wire['BackupListRow'];

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamppost-scheduled-'));
  server = await TestServer.start({ env: { LP_BACKUP_DIR: folder, LP_BACKUP_EVERY: '1s', LP_BACKUP_KEEP: '1' } });
  await server.waitForStore();
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

const operator = () => ({ key: server.bootstrap.operator_token });
const listed = async () => (await server.json<{ data: Backup[] }>('/v1/backups?limit=100', operator())).data;
const done = async () => (await listed()).filter(({ status }) => status === 'done');

test('backups are made by themselves, old ones go, and those that were asked for stay', {
  timeout: 180_000,
}, async () => {
  const response = await server.post('/v1/backups', {}, operator());
  const asked = ((await response.json()) as { data: Backup }).data;
  await waitUntil(async () => (await done()).filter((row) => !row.on_disk).length >= 2);
  const rows = await done();
  const onDisk = rows.filter((row) => row.on_disk).map(({ name }) => name);
  expect(onDisk).toContain(asked.name);
  // What was asked for, the newest, and the one before it while that one is being removed.
  expect(onDisk.length).toBeGreaterThanOrEqual(2);
  expect(onDisk.length).toBeLessThanOrEqual(3);
  // Lockfiles hold their checksums: they are restored with the rest.
  expect(await readdir(join(folder, asked.name, 'sdk'))).not.toEqual([]);
  // Made one after the other: none began before the one before it had ended.
  const times = rows.map(({ started_at: started, finished_at: finished }) => ({ started, finished })).reverse();
  for (const [at, { started }] of times.entries()) {
    if (at > 0) expect(Date.parse(started ?? '')).toBeGreaterThanOrEqual(Date.parse(times[at - 1]?.finished ?? ''));
  }
});

test('after a restart the next one comes when it is due, and not before', { timeout: 180_000 }, async () => {
  await server.stop();
  await server.restart({ LP_BACKUP_EVERY: '5s' });
  const [last] = await done();
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  await waitUntil(async () => (await done())[0]?.id !== last?.id);
  const [next] = await done();
  const apartMs = Date.parse(next?.created_at ?? '') - Date.parse(last?.created_at ?? '');
  expect(apartMs).toBeGreaterThanOrEqual(5_000);
  const metrics = await (await server.request('/metrics', { key: null })).text();
  expect(metrics).toMatch(/^lamppost_scheduled_backup_failed 0$/m);
  expect(metrics).toMatch(/^lamppost_scheduled_backup_age_seconds \d/m);
});

test('a folder that cannot be used is told of, and costs nothing', { timeout: 180_000 }, async () => {
  await server.restart({ LP_BACKUP_EVERY: '1s', LP_BACKUP_DIR: join(server.dataDir, 'format.json') });
  const reasons = async () => (await server.json<{ reasons: string[] }>('/readyz', { key: null })).reasons;
  await waitUntil(async () => (await reasons()).some((reason) => /backup .*not a directory/.test(reason)));
  const metrics = await (await server.request('/metrics', { key: null })).text();
  expect(metrics).toMatch(/^lamppost_scheduled_backup_failed 1$/m);
  expect((await server.request('/healthz', { key: null })).status).toBe(200);
});

test('a setting that cannot be read ends the start, and says what would do', async () => {
  await expect(TestServer.start({ env: { LP_BACKUP_EVERY: 'nightly' } })).rejects.toThrow(
    'LP_BACKUP_EVERY must be a number with s, m, h or d, such as 24h, not "nightly"',
  );
});

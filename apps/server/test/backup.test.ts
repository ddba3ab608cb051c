import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Wire } from '@lamppost/protocol';
import { afterEach, expect, test } from 'vitest';
import { TestServer, waitUntil } from './harness/server.ts';
import type { EventRow } from './harness/test-project.ts';

const run = promisify(execFile);
const entry = fileURLToPath(new URL('../dist/main.js', import.meta.url));
type Backup = Wire['BackupRow'];

const servers: TestServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.dispose();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function startServer(options: Parameters<typeof TestServer.start>[0] = {}): Promise<TestServer> {
  const server = await TestServer.start(options);
  servers.push(server);
  await server.waitForStore();
  return server;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lamppost-restored-'));
  folders.push(folder);
  return folder;
}

/** Asks for a backup and waits for it; answers its folder. */
async function backUp(server: TestServer): Promise<{ folder: string; job: Backup }> {
  const key = server.bootstrap.operator_token;
  const response = await server.post('/v1/backups', {}, { key });
  expect(response.status).toBe(202);
  const { id, name } = ((await response.json()) as { data: Backup }).data;
  let job: Backup | undefined;
  await waitUntil(async () => {
    job = (await server.json<{ data: Backup }>(`/v1/jobs/${id}`, { key })).data;
    return job.status === 'done' || job.status === 'failed';
  }, 60_000);
  return { folder: join(server.dataDir, 'backups', name), job: { ...(job as Backup), name } };
}

const restore = (from: string, to: string) =>
  run(process.execPath, [entry, 'restore', '--from', from, '--data-dir', to]);

/** A server on a restored directory, with the keys of the one before. */
async function startRestored(source: TestServer, folder: string): Promise<TestServer> {
  const dataDir = await newFolder();
  const { stdout } = await restore(folder, dataDir);
  expect(stdout).toContain(`Restored to ${dataDir}`);
  await writeFile(join(dataDir, 'bootstrap.json'), JSON.stringify(source.bootstrap));
  const restored = await startServer({ dataDir });
  // Segments that no store had loaded yet are loaded after the start, like any others.
  await waitUntil(async () => {
    const { store } = await restored.json<{ store: { unloaded_segments: number } }>('/readyz', { key: null });
    return store.unloaded_segments === 0;
  }, 60_000);
  return restored;
}

async function allEvents(server: TestServer, query = ''): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/v1/events?limit=100${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: { data: EventRow[]; pagination: { cursor: string | null } } = await server.json(path);
    rows.push(...page.data);
    cursor = page.pagination.cursor;
  }
  return rows;
}

/** Sends batches one after the other until it is told to stop. */
class Sender {
  readonly acknowledged: string[] = [];
  readonly sent: string[] = [];
  /** When the request that is under way began. */
  beganAtMs = Date.now();
  #isStopping = false;
  readonly #running: Promise<void>;

  constructor(server: TestServer, name: string) {
    this.#running = this.#run(server, name);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(server: TestServer, name: string): Promise<void> {
    for (let request = 0; !this.#isStopping; request++) {
      const ids = Array.from({ length: 10 }, (_, n) => `${name}-${request}-${n}`);
      this.sent.push(...ids);
      this.beganAtMs = Date.now();
      const batch = ids.map((event_id) => ({ event: 'e', event_id, properties: { event_id } }));
      const response = await server.post('/v1/ingest', { batch }, { key: server.keys.publishable });
      expect(response.status).toBe(202);
      this.acknowledged.push(...ids);
    }
  }
}

test('a backup under load, restored elsewhere, has everything that was acknowledged before, once', {
  timeout: 180_000,
}, async () => {
  const server = await startServer();
  await server.liftLimits();
  const senders = ['a', 'b', 'c', 'd'].map((name) => new Sender(server, name));
  await waitUntil(() => senders.every(({ acknowledged }) => acknowledged.length >= 200), 60_000);
  // A first one, so that the second adds to a checkpoint.
  expect((await backUp(server)).job).toMatchObject({ status: 'done', error: null });
  const untilMs = Math.min(...senders.map(({ beganAtMs }) => beganAtMs));
  const before = senders.flatMap(({ acknowledged }) => [...acknowledged]);
  const { folder, job } = await backUp(server);
  expect(job).toMatchObject({ kind: 'backup', status: 'done', error: null });
  await waitUntil(() => senders.every(({ acknowledged }) => acknowledged.length >= 300), 60_000);
  await Promise.all(senders.map((sender) => sender.stop()));
  const sent = new Set(senders.flatMap((sender) => sender.sent));
  await server.waitForCount(sent.size, '', server.keys.secret, 60_000);
  const query = `&to=${new Date(untilMs).toISOString()}`;
  const expected = await allEvents(server, query);
  await server.stop();

  const restored = await startRestored(server, folder);
  const found = (await allEvents(restored)).map(({ event_id }) => event_id ?? '');
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((id) => !sent.has(id))).toEqual([]);
  const there = new Set(found);
  expect(before.filter((id) => !there.has(id))).toEqual([]);
  expect(await allEvents(restored, query)).toEqual(expected);
  const readiness = await restored.json<{ reasons: string[] }>('/readyz', { key: null });
  expect(readiness.reasons).toEqual([]);
});

test('a backup is told alike by the answer that begins it, by its job and by the list', async () => {
  const server = await startServer();
  const key = server.bootstrap.operator_token;
  const begun = ((await (await server.post('/v1/backups', {}, { key })).json()) as { data: Backup }).data;
  const shown = async () => (await server.json<{ data: Backup }>(`/v1/jobs/${begun.id}`, { key })).data;
  await waitUntil(async () => (await shown()).status === 'done', 60_000);
  const job = await shown();
  expect(Object.keys(job).toSorted()).toEqual(Object.keys(begun).toSorted());
  expect(job.name).toBe(begun.name);
  expect((await server.json<{ data: Backup[] }>('/v1/backups', { key })).data).toEqual([job]);
});

/** Everything that can be asked of a project without changing it. */
async function answersOf(server: TestServer) {
  const secret = { key: server.keys.secret };
  const today = new Date().toISOString().slice(0, 10);
  const post = async (path: string, body: unknown) => await (await server.post(path, body, secret)).json();
  return {
    events: await allEvents(server),
    count: await server.json('/v1/events/count', secret),
    failed: await server.json('/v1/events/failed?limit=100', secret),
    ledger: await server.json(`/v1/usage/ledger?interval=day&from=${today}`, secret),
    crashes: await server.json(`/v1/usage/ledger?kind=crashes&interval=day&from=${today}`, secret),
    stored: (await server.json<{ data: { stored: unknown } }>('/v1/usage', secret)).data.stored,
    config: await server.json('/v1/config', { key: server.keys.publishable, headers: { 'X-Device-ID': 'dev-1' } }),
    flags: await server.json('/v1/flags', secret),
    changes: await server.json('/v1/changes?limit=100', secret),
    device: await server.json('/v1/devices/dev-1', secret),
    trend: await post('/v1/insights/query', {
      kind: 'timeseries',
      events: [{ event: 'bought' }],
      range: { from: today, to: today },
      interval: 'day',
    }),
  };
}

test('a restored installation gives the answers of the one that was backed up', { timeout: 120_000 }, async () => {
  const server = await startServer();
  const secret = { key: server.keys.secret };
  await server.post('/v1/flags', { key: 'dark-mode', name: 'Dark mode', platforms: ['web'] }, secret);
  await server.post('/v1/flags/dark-mode/rollout', { percentage: 50, value: true }, { ...secret, method: 'PUT' });
  await server.post('/v1/devices/register', { device_id: 'dev-1', anonymous_id: 'anon-1', platform: 'web' });
  await server.post('/v1/devices/dev-1/identify', { user_id: 'ada', attributes: { plan: 'team' } });
  const context = { user: { id: 'ada' }, device: { id: 'dev-1' } };
  const event = { event: 'bought', event_id: '1', properties: { price: 12.5 } };
  await server.post('/v1/ingest', { context, batch: [event, event, { event: 'seen' }, { event: 5 }] });
  await server.post('/v1/ingest', 'no JSON');
  await server.post('/v1/crashes/report', { platform: 'ios', exception_type: 'E', timestamp: '2026-01-01T00:00:00Z' });
  await server.waitForCount(2);
  const { folder, job } = await backUp(server);
  expect(job.counts.files).toBe(
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile()).length - 1,
  );
  const before = await answersOf(server);
  await server.stop();

  const restored = await startRestored(server, folder);
  expect(await answersOf(restored)).toEqual(before);
  // Sequences go on behind what is there: a new event has an id of its own, and a repeat is one still.
  await restored.post('/v1/ingest', { context, batch: [event, { event: 'after' }] });
  await restored.waitForCount(3);
  const ids = (await allEvents(restored)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
});

test('a backup of which a file was changed is refused by its name, and so is a directory in use', {
  timeout: 120_000,
}, async () => {
  const server = await startServer();
  await server.post('/v1/ingest', { batch: [{ event: 'a' }] });
  await server.waitForCount(1);
  const { folder } = await backUp(server);
  await expect(restore(folder, server.dataDir)).rejects.toThrow(/is not empty/);
  const parts = join(folder, 'checkpoints', 'parts');
  const part = join(parts, (await readdir(parts)).find((name) => name.startsWith('events')) ?? '');
  const bytes = await readFile(part);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await rm(part);
  await writeFile(part, bytes);
  const target = await newFolder();
  await expect(restore(folder, target)).rejects.toThrow(`${part} is damaged`);
  await rm(part);
  await expect(restore(folder, target)).rejects.toThrow(`${part} is missing`);
  await expect(restore(join(folder, 'log'), target)).rejects.toThrow(/no backup, or not a whole one/);
  expect(await readdir(target)).toEqual([]);
});

test('backups are listed, and an unfinished one is given up by the next start', { timeout: 120_000 }, async () => {
  const server = await startServer({ env: { LP_FAIL_POINTS: 'backup.written=kill' } });
  const key = server.bootstrap.operator_token;
  await server.post('/v1/backups', {}, { key });
  await waitUntil(async () => {
    const backups = await readdir(join(server.dataDir, 'backups')).catch(() => []);
    return backups.length === 1 && (await server.request('/healthz').catch(() => undefined)) === undefined;
  }, 30_000);
  await server.restart({ LP_FAIL_POINTS: '' });
  const list = async () => (await server.json<{ data: Backup[] }>('/v1/backups', { key })).data;
  await waitUntil(async () => (await list())[0]?.status === 'failed');
  expect(await readdir(join(server.dataDir, 'backups'))).toEqual([]);
  await server.waitForStore();
  const { job } = await backUp(server);
  expect((await list()).map(({ id, status }) => [id, status])).toEqual([
    [job.id, 'done'],
    [expect.any(String), 'failed'],
  ]);
  expect(await readdir(join(server.dataDir, 'backups'))).toEqual([job.name]);
});

test('a folder that cannot be used fails the job and says why', { timeout: 60_000 }, async () => {
  const folder = join(await newFolder(), 'a-file');
  await writeFile(folder, '');
  const server = await startServer({ env: { LP_BACKUP_DIR: folder } });
  const { job } = await backUp(server);
  expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('a-file') });
});

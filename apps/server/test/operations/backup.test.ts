import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Wire } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serverEntry, TestServer, waitUntil } from '../harness/server.ts';
import type { EventRow } from '../harness/test-project.ts';

const run = promisify(execFile);
type Backup = Wire['BackupRow'];

let server: TestServer;
let backupDir: string;
const folders: string[] = [];
beforeAll(async () => {
  backupDir = await newFolder();
  server = await TestServer.start({ env: { LP_BACKUP_DIR: backupDir } });
  await server.liftLimits();
  await server.waitForStore();
});
afterAll(async () => {
  await server.dispose();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lamppost-restored-'));
  folders.push(folder);
  return folder;
}

const operator = () => ({ key: server.bootstrap.operator_token });
const shown = async (id: string) => (await server.json<{ data: Backup }>(`/v1/jobs/${id}`, operator())).data;
const listed = async () => (await server.json<{ data: Backup[] }>('/v1/backups', operator())).data;

/** Asks for a backup and waits for it; answers its folder. */
async function backUp(): Promise<{ folder: string; begun: Backup; job: Backup }> {
  const response = await server.post('/v1/backups', {}, operator());
  expect(response.status).toBe(202);
  const begun = ((await response.json()) as { data: Backup }).data;
  await waitUntil(async () => ['done', 'failed'].includes((await shown(begun.id)).status));
  return { folder: join(backupDir, begun.name), begun, job: await shown(begun.id) };
}

const restore = (from: string, to: string) =>
  run(process.execPath, [serverEntry, 'restore', '--from', from, '--data-dir', to]);

/** A server on a restored directory, with the keys of the one before. */
async function startRestored(folder: string): Promise<TestServer> {
  const dataDir = await newFolder();
  const { stdout } = await restore(folder, dataDir);
  expect(stdout).toContain(`Restored to ${dataDir}`);
  await writeFile(join(dataDir, 'bootstrap.json'), JSON.stringify(server.bootstrap));
  const restored = await TestServer.start({ dataDir });
  onTestFinished(() => restored.dispose());
  await restored.waitForStore();
  // Segments that no store had loaded yet are loaded after the start, like any others.
  await waitUntil(async () => {
    const { store } = await restored.json<{ store: { unloaded_segments: number } }>('/readyz', { key: null });
    return store.unloaded_segments === 0;
  });
  return restored;
}

async function allEvents(of: TestServer, query = ''): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path = `/v1/events?limit=100${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page: { data: EventRow[]; pagination: { cursor: string | null } } = await of.json(path);
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

  constructor(name: string) {
    this.#running = this.#run(name);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(name: string): Promise<void> {
    for (let request = 0; !this.#isStopping; request++) {
      const ids = Array.from({ length: 10 }, (_, n) => `${name}-${request}-${n}`);
      this.sent.push(...ids);
      this.beganAtMs = Date.now();
      const batch = ids.map((event_id) => ({ event: 'e', event_id, properties: { event_id } }));
      const response = await server.post('/v1/ingest', { batch }, { key: server.keys.publishable });
      expect(response.status).toBe(202);
      this.acknowledged.push(...ids);
      await sleep(20);
    }
  }
}

/** The tag apart: it covers the generation of the control plane, which is a new one after a restore. */
async function configOf(of: TestServer) {
  const init = { key: of.keys.publishable, headers: { 'X-Device-ID': 'dev-1' } };
  const { etag, ...config } = (await of.json<{ data: { etag: string } }>('/v1/config', init)).data;
  return { etag, config };
}

/** Everything that can be asked of a project without changing it. */
async function responsesOf(of: TestServer) {
  const secret = { key: of.keys.secret };
  const today = new Date().toISOString().slice(0, 10);
  const post = async (path: string, body: unknown) => await (await of.post(path, body, secret)).json();
  return {
    events: await allEvents(of),
    count: await of.json('/v1/events/count', secret),
    failed: await of.json('/v1/events/failed?limit=100', secret),
    ledger: await of.json(`/v1/usage/ledger?interval=day&from=${today}`, secret),
    crashes: await of.json(`/v1/usage/ledger?kind=crashes&interval=day&from=${today}`, secret),
    stored: (await of.json<{ data: { stored: unknown } }>('/v1/usage', secret)).data.stored,
    config: (await configOf(of)).config,
    flags: await of.json('/v1/flags', secret),
    changes: await of.json('/v1/changes?limit=100', secret),
    device: await of.json('/v1/devices/dev-1', secret),
    trend: await post('/v1/insights/query', {
      kind: 'timeseries',
      events: [{ event: 'bought' }],
      range: { from: today, to: today },
      interval: 'day',
    }),
  };
}

test('a restored installation gives the answers of the one that was backed up', { timeout: 120_000 }, async () => {
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
  const { folder, begun, job } = await backUp();
  expect(job).toMatchObject({ kind: 'backup', status: 'done', error: null });
  // The answer that begins it, its job and the list tell it alike.
  expect(Object.keys(job).toSorted()).toEqual(Object.keys(begun).toSorted());
  expect(job.name).toBe(begun.name);
  expect(await listed()).toEqual([{ ...job, on_disk: true }]);
  expect(job.counts.files).toBe(
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile()).length - 1,
  );
  const before = await responsesOf(server);

  const restored = await startRestored(folder);
  expect(await responsesOf(restored)).toEqual(before);
  expect((await configOf(restored)).etag).not.toBe((await configOf(server)).etag);
  // Sequences go on behind what is there: a new event has an id of its own, and a repeat is one still.
  await restored.post('/v1/ingest', { context, batch: [event, { event: 'after' }] });
  await restored.waitForCount(3);
  const ids = (await allEvents(restored)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
});

test('a backup under load, restored elsewhere, has everything that was acknowledged before, once', {
  timeout: 180_000,
}, async () => {
  const earlier = (await allEvents(server)).map(({ id }) => id);
  const senders = ['a', 'b', 'c', 'd'].map((name) => new Sender(name));
  await waitUntil(() => senders.every(({ acknowledged }) => acknowledged.length >= 100));
  const untilMs = Math.min(...senders.map(({ beganAtMs }) => beganAtMs));
  const before = senders.flatMap(({ acknowledged }) => [...acknowledged]);
  // There is one before, so this one adds to a checkpoint.
  const { folder, job } = await backUp();
  expect(job).toMatchObject({ kind: 'backup', status: 'done', error: null });
  const sentUntilThen = senders.map(({ acknowledged }) => acknowledged.length);
  await waitUntil(() => senders.every(({ acknowledged }, at) => acknowledged.length > (sentUntilThen[at] ?? 0)));
  await Promise.all(senders.map((sender) => sender.stop()));
  const sent = new Set(senders.flatMap((sender) => sender.sent));
  await server.waitForCount(earlier.length + sent.size, '', server.keys.secret, 60_000);
  const query = `&to=${new Date(untilMs).toISOString()}`;
  const expected = await allEvents(server, query);

  const restored = await startRestored(folder);
  const rows = await allEvents(restored);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(earlier.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  const found = rows.filter(({ id }) => !earlier.includes(id)).map(({ event_id }) => event_id ?? '');
  expect(new Set(found).size).toBe(found.length);
  expect(found.filter((id) => !sent.has(id))).toEqual([]);
  const there = new Set(found);
  expect(before.filter((id) => !there.has(id))).toEqual([]);
  expect(await allEvents(restored, query)).toEqual(expected);
  const readiness = await restored.json<{ reasons: string[] }>('/readyz', { key: null });
  expect(readiness.reasons).toEqual([]);
});

test('negative control: what was acknowledged after a backup is not in it', { timeout: 120_000 }, async () => {
  const { folder } = await backUp();
  await server.post('/v1/ingest', { batch: [{ event: 'late', event_id: 'after the backup' }] });
  await server.waitForCount(1, '?event=late');
  const restored = await startRestored(folder);
  expect(await allEvents(restored, '&event=late')).toEqual([]);
});

test('a backup of which a file was changed is refused by its name, and so is a directory in use', {
  timeout: 120_000,
}, async () => {
  const [newest] = await listed();
  const folder = join(backupDir, newest?.name ?? '');
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
  await expect(restore(join(folder, 'log'), target)).rejects.toThrow(/not a backup, or an incomplete one/);
  expect(await readdir(target)).toEqual([]);
});

test('an unfinished backup is given up by the next start, and the ones before it stay', {
  timeout: 120_000,
}, async () => {
  const before = await listed();
  expect(before.length).toBeGreaterThan(0);
  const names = before.map(({ name }) => name);
  await server.restart({ LP_FAIL_POINTS: 'backup.written=kill' });
  await server.waitForStore();
  await server.post('/v1/backups', {}, operator());
  await waitUntil(async () => {
    const backups = await readdir(backupDir);
    return (
      backups.length === names.length + 1 && (await server.request('/healthz').catch(() => undefined)) === undefined
    );
  });
  await server.restart();
  await waitUntil(async () => (await listed())[0]?.status === 'failed');
  expect((await readdir(backupDir)).toSorted()).toEqual(names.toSorted());
  await server.waitForStore();
  const { job } = await backUp();
  expect((await listed()).map(({ id, status }) => [id, status])).toEqual([
    [job.id, 'done'],
    [expect.any(String), 'failed'],
    ...before.map(({ id, status }) => [id, status]),
  ]);
  expect((await readdir(backupDir)).toSorted()).toEqual([job.name, ...names].toSorted());
});

test('a folder that cannot be used fails the job and says why', { timeout: 180_000 }, async () => {
  await rm(backupDir, { recursive: true });
  await writeFile(backupDir, '');
  const { job } = await backUp();
  expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining(backupDir) });
});

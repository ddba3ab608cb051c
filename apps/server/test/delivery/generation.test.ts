import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin, type ConfigData } from '../harness/admin.ts';
import { serverEntry, TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { TestProject } from '../harness/test-project.ts';

const run = promisify(execFile);

let original: TestServer;
let restored: TestServer;
let project: TestProject;
let admin: Admin;
let backup: string;
const folders: string[] = [];
const tags: Record<string, string> = {};
let lastEventId = '';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lamppost-generation-'));
  folders.push(folder);
  return folder;
}

async function restore(from: string): Promise<TestServer> {
  const dataDir = await newFolder();
  await run(process.execPath, [serverEntry, 'restore', '--from', from, '--data-dir', dataDir]);
  await writeFile(join(dataDir, 'bootstrap.json'), JSON.stringify(original.bootstrap));
  return await TestServer.start({ dataDir });
}

async function backUp(server: TestServer, folder: string): Promise<string> {
  const operator = { key: server.bootstrap.operator_token };
  const response = await server.post('/v1/backups', {}, operator);
  const { data } = (await response.json()) as { data: { id: string; name: string } };
  await waitUntil(async () => {
    const job = await server.json<{ data: { status: string } }>(`/v1/jobs/${data.id}`, operator);
    return job.data.status === 'done';
  });
  return join(folder, data.name);
}

/** Everything that is answered with a tag. OFREP's lives no longer than a server, and is looked at by itself. */
const asks: Record<string, (on: TestProject, tag?: string) => Promise<Response>> = {
  'a config': (on, tag) => ask(on, '/v1/config', on.publishable, tag),
  'a ruleset': (on, tag) => ask(on, '/v1/ruleset', on.secret, tag),
  definitions: (on, tag) => ask(on, '/v1/definitions', on.secret, tag),
  'a config of a device': (on, tag) => ask(on, '/v1/config', on.publishable, tag, { 'X-Device-ID': 'd' }),
};

const ask = (on: TestProject, path: string, key: string, tag?: string, headers: Record<string, string> = {}) =>
  on.server.request(path, { key, headers: { ...headers, ...(tag === undefined ? {} : { 'If-None-Match': tag }) } });

const stream = (on: TestProject, path: string, key: string, headers: Record<string, string>) =>
  StreamReader.open(`${on.server.url}${path}`, { Authorization: `Bearer ${key}`, ...headers });

/** The flag as it is after so many edits, each of which moves the version by one. */
async function edit(by: Admin, times: number, value: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await by.rollout('banner', 100, value + time / 10);
}

const generationIn = (snapshot: string): string => /"generation":"(\w*)"/.exec(snapshot)?.[1] ?? '';

/** The same file with another generation in its head. Each line begins with a hash of the one before and its own JSON. */
function inGeneration(snapshot: string, generation: string): string {
  let last = '';
  const lines = snapshot
    .trimEnd()
    .split('\n')
    .map((line) => {
      const json = line
        .slice(line.indexOf(' ') + 1)
        .replace(/^(\{"snapshot_format".*"generation":)"\w*"/, `$1"${generation}"`);
      last = createHash('sha256').update(`${last}${json}`).digest('hex');
      return `${last} ${json}\n`;
    });
  return lines.join('');
}

beforeAll(async () => {
  const backupDir = await newFolder();
  original = await TestServer.start({ env: { LP_BACKUP_DIR: backupDir } });
  await original.waitForStore();
  project = await TestProject.create(original);
  admin = new Admin(project);
  await admin.flag('banner', { value_type: 'number' });
  await project.post('/v1/devices/register', { device_id: 'd', country: 'CH' });
  backup = await backUp(original, backupDir);
  // Two more edits that the backup does not have, and a client that holds what it was told of them.
  await edit(admin, 2, 1);
  await project.post('/v1/devices/register', { device_id: 'd', country: 'DE' });
  for (const [name, request] of Object.entries(asks)) tags[name] = (await request(project)).headers.get('etag') ?? '';
  const sent = await stream(project, '/v1/config/stream', project.publishable, {});
  lastEventId = (await sent.next()).id ?? '';
  await sent.close();
}, 120_000);
afterAll(async () => {
  await original.dispose();
  await restored?.dispose();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('an ordinary restart and a kill change no tag: no client is sent again what it has', async () => {
  for (const end of ['stop', 'kill'] as const) {
    await original[end]();
    await original.restart();
    for (const [name, request] of Object.entries(asks)) {
      expect([name, end, (await request(project, tags[name])).status]).toEqual([name, end, 304]);
    }
    const resumed = await stream(project, '/v1/config/stream', project.publishable, { 'Last-Event-ID': lastEventId });
    await admin.change('banner', { name: `after a ${end}` });
    const next = await resumed.next();
    expect(Number.parseInt(next.id ?? '', 10)).toBeGreaterThan(Number.parseInt(lastEventId, 10));
    await resumed.close();
    for (const [name, request] of Object.entries(asks)) tags[name] = (await request(project)).headers.get('etag') ?? '';
    lastEventId = next.id ?? '';
  }
});

test('after a restore no client keeps old flags by a 304, though versions have run again, nor after a kill', async () => {
  const { config_version: lastVersion } = await admin.config();
  await original.stop();
  restored = await restore(backup);
  const again = project.on(restored);
  const adminAgain = new Admin(again);
  // Other edits, until the version is the one that the client holds.
  let value = 50;
  while ((await adminAgain.version()) !== lastVersion) await adminAgain.rollout('banner', 100, value++);
  await again.post('/v1/devices/register', { device_id: 'd', country: 'FR' });
  for (const moment of ['restored', 'killed']) {
    for (const [name, request] of Object.entries(asks)) {
      const response = await request(again, tags[name]);
      expect([moment, name, response.status]).toEqual([moment, name, 200]);
    }
    const { flags, config_version } = await adminAgain.config();
    expect([flags.banner, config_version]).toEqual([value - 1, lastVersion]);

    const config = await stream(again, '/v1/config/stream', again.publishable, { 'Last-Event-ID': lastEventId });
    const sent = ((await config.next()).data as { data: ConfigData }).data;
    expect([moment, sent.flags.banner]).toEqual([moment, value - 1]);
    const ruleset = await stream(again, '/v1/ruleset/stream', again.secret, {
      'If-None-Match': tags['a ruleset'] ?? '',
    });
    expect((await ruleset.next()).event).toBe('ruleset');
    const bulk = (await again.post('/ofrep/v1/evaluate/flags', { context: {} })).json as {
      eventStreams: { endpoint: { requestUri: string } }[];
    };
    const path = bulk.eventStreams[0]?.endpoint.requestUri ?? '';
    const ofrep = await stream(again, path, again.publishable, { 'Last-Event-ID': lastEventId });
    expect((await ofrep.next()).data).toMatchObject({ type: 'refetchEvaluation' });
    for (const open of [config, ruleset, ofrep]) await open.close();
    await restored.kill();
    await restored.restart();
  }
});

test('negative control: a restored installation that goes on in the generation of before keeps clients on old flags', async () => {
  const again = project.on(restored);
  const generation = generationIn(await readFile(join(original.dataDir, 'snapshot.json'), 'utf8'));
  const path = join(restored.dataDir, 'snapshot.json');
  const own = await readFile(path, 'utf8');
  await restored.stop();
  await writeFile(path, inGeneration(await readFile(path, 'utf8'), generation));
  await restored.restart();
  const statuses = [];
  for (const name of ['a config', 'a ruleset']) statuses.push((await asks[name]?.(again, tags[name]))?.status);
  expect(statuses).toEqual([304, 304]);
  await restored.stop();
  await writeFile(path, own);
  await restored.restart();
});

test('what was reported after the restore holds through restarts as well', async () => {
  const again = project.on(restored);
  const held: Record<string, string> = {};
  for (const [name, request] of Object.entries(asks)) held[name] = (await request(again)).headers.get('etag') ?? '';
  await restored.restart();
  for (const [name, request] of Object.entries(asks)) {
    expect([name, (await request(again, held[name])).status]).toEqual([name, 304]);
  }
});

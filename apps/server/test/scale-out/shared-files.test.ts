import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { S3TestServer } from '../../dist/engines/file-storage/s3/s3-server.contract.js';
import { serverEntry, TestServer, waitUntil } from '../harness/server.ts';
import { PostgresServer } from './engines/postgres-server.ts';

let postgres: PostgresServer;
let folder: string;
let s3: S3TestServer;
let made = 0;
const servers: TestServer[] = [];

beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamppost-shared-'));
  s3 = new S3TestServer();
  await s3.start();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.dispose();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const bucket = (): Record<string, string> => ({
  LP_S3_BUCKET: s3.bucket,
  LP_S3_ENDPOINT: s3.endpoint,
  LP_S3_REGION: s3.region,
  LP_S3_ACCESS_KEY_ID: s3.accessKeyId,
  LP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  LP_S3_PREFIX: 'lamppost',
});
async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await TestServer.start({ env });
  servers.push(server);
  return server;
}
async function twoEdges(env: Record<string, string>): Promise<[TestServer, TestServer]> {
  made += 1;
  const url = await postgres.createDatabase(`shared_files_${made}`);
  const shared = { ...env, LP_DATABASE_URL: url, LP_SEPARATE_STORES: 'true' };
  const first = await start(shared);
  const second = await TestServer.startBeside(first, { env: shared });
  servers.push(second);
  return [first, second];
}
/** Each edge has a store of its own here, so a report is read where it was sent. */
async function sendCrash(edge: TestServer): Promise<string> {
  const report = {
    platform: 'web',
    exception_type: 'TypeError',
    app_version: '1.0',
    stack_trace: 'TypeError: x\n    at t (https://shop.example/assets/app.js:1:1)',
  };
  const sent = await edge.post('/v1/crashes/report', report, { key: edge.keys.publishable });
  expect(sent.status).toBe(202);
  const { crash_id: id } = ((await sent.json()) as { data: { crash_id: string } }).data;
  await waitUntil(async () => (await edge.request(`/v1/crashes/reports/${id}`)).status === 200);
  return id;
}
interface Report {
  readonly exceptions: readonly { readonly frames: readonly { readonly file?: string; readonly line?: number }[] }[];
  readonly symbols: { readonly failure: string | null };
}
const reportOf = async (edge: TestServer, id: string): Promise<Report> =>
  (await edge.json<{ data: Report }>(`/v1/crashes/reports/${id}`)).data;
const frameOf = (report: Report) => report.exceptions[0]?.frames[0];
const map = JSON.stringify({ version: 3, sources: ['cart.ts'], names: [], mappings: 'AAAA' });
const upload = (edge: TestServer, content = map): Promise<Response> =>
  edge.request('/v1/symbols?kind=sourcemap&file=/assets/app.js', { method: 'POST', body: content });
const storedNames = () => [...s3.objects.keys()];

describe('a symbol file that one edge was given is used by another', () => {
  test.each([
    ['in S3', () => bucket()],
    ['in PostgreSQL', () => ({})],
  ])('%s', async (_, env) => {
    const [a, b] = await twoEdges(env());
    const id = await sendCrash(b);
    expect(frameOf(await reportOf(b, id))).toMatchObject({ file: expect.stringContaining('app.js') });
    const uploaded = await upload(a);
    expect(uploaded.status).toBe(201);
    expect(frameOf(await reportOf(b, id))).toMatchObject({ file: 'cart.ts', line: 1 });
    const { id: file } = ((await uploaded.json()) as { data: { id: string } }).data;
    expect((await b.request(`/v1/symbols/${file}`, { method: 'DELETE' })).status).toBe(204);
    expect(frameOf(await reportOf(b, id))).toMatchObject({ file: expect.stringContaining('app.js') });
    expect(storedNames()).toEqual([]);
  });
});

test('while the storage is away uploads are 503, reports say what is missing, and both come back', async () => {
  const [a, b] = await twoEdges(bucket());
  const id = await sendCrash(b);
  expect((await upload(a)).status).toBe(201);
  await s3.stop();
  const refused = await upload(a, map.replace('cart.ts', 'other.ts'));
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('file storage') } });
  expect((await a.request('/v1/backups', { key: a.bootstrap.operator_token })).status).toBe(503);
  const without = await reportOf(b, id);
  expect(frameOf(without)).toMatchObject({ file: expect.stringContaining('app.js') });
  expect(without.symbols.failure).toContain('The file storage cannot be reached');
  await s3.start();
  await waitUntil(async () => frameOf(await reportOf(b, id))?.file === 'cart.ts');
  expect((await upload(a, map.replace('cart.ts', 'other.ts'))).status).toBe(201);
  expect(b.output + a.output).not.toContain(s3.secretAccessKey);
});

test('wrong credentials are one clear line at the start; events and flags are served all the same', async () => {
  const server = await start({ ...bucket(), LP_S3_SECRET_ACCESS_KEY: 'not-the-secret' });
  await waitUntil(() => server.output.includes('check LP_S3_SECRET_ACCESS_KEY'));
  expect(server.output.split('\n').filter((line) => line.includes('LP_S3_'))).toHaveLength(1);
  expect(server.output).not.toMatch(/not-the-secret|test\/secret/);
  expect((await upload(server)).status).toBe(503);
  const batch = [{ event: 'e', event_id: 'e-1' }];
  expect((await server.post('/v1/ingest', { batch }, { key: server.keys.publishable })).status).toBe(202);
});

test('settings that do not fit are a line each, before anything is opened', async () => {
  const env = { LP_S3_BUCKET: 'Files', LP_S3_ACCESS_KEY_ID: 'a', LP_DATA_DIR: join(folder, 'data') };
  const { code, output } = await run(['serve'], env);
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n')).toEqual([
    expect.stringContaining('LP_S3_BUCKET must be the name of a bucket'),
    'LP_S3_BUCKET needs LP_S3_SECRET_ACCESS_KEY, which is not set.',
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test('symbol files of an installation of one machine are in the storage after it gets one', async () => {
  const server = await start({});
  const id = await sendCrash(server);
  const { data } = (await (await upload(server)).json()) as { data: { sha256: string } };
  await server.restart(bucket());
  await waitUntil(() => storedNames().some((name) => name.includes(data.sha256)));
  await server.waitForStore();
  await rm(join(server.dataDir, 'symbols'), { recursive: true });
  await server.restart(bucket());
  await waitUntil(async () => (await server.request(`/v1/crashes/reports/${id}`)).status === 200);
  expect(frameOf(await reportOf(server, id))).toMatchObject({ file: 'cart.ts' });
});

test('a backup that one edge made is listed by the other, and restored from the storage with its symbol files', {
  timeout: 120_000,
}, async () => {
  const [a, b] = await twoEdges(bucket());
  // Uploaded elsewhere: the edge that makes the backup has never read it.
  expect((await upload(b)).status).toBe(201);
  const id = await sendCrash(a);
  const operator = { key: a.bootstrap.operator_token };
  const asked = await a.post('/v1/backups', {}, operator);
  const { data: job } = (await asked.json()) as { data: { id: string; name: string } };
  const listed = async () =>
    (await b.json<{ data: { status: string; on_disk: boolean }[] }>('/v1/backups', operator)).data;
  await waitUntil(async () => ['done', 'failed'].includes((await listed())[0]?.status ?? ''));
  expect(await listed()).toMatchObject([{ error: null, status: 'done', on_disk: true }]);
  expect(await readdir(join(a.dataDir, 'backups'))).toEqual([]);

  const dataDir = join(folder, 'restored');
  const nowhere = await run(['restore', '--from', `s3:${job.name}`, '--data-dir', dataDir], {});
  expect(nowhere.output).toContain('LP_S3_BUCKET is not set');
  const restored = await run(['restore', '--from', `s3:${job.name}`, '--data-dir', dataDir], bucket());
  expect(restored.output).toContain('Restored to');
  await writeFile(join(dataDir, 'bootstrap.json'), JSON.stringify(a.bootstrap));
  const server = await TestServer.start({ dataDir });
  servers.push(server);
  await server.waitForStore();
  await waitUntil(async () => (await server.request(`/v1/crashes/reports/${id}`)).status === 200);
  expect(frameOf(await reportOf(server, id))).toMatchObject({ file: 'cart.ts' });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [serverEntry, ...args], { env: { ...process.env, LP_PORT: '0', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  return {
    code: await new Promise((resolve) => child.once('close', resolve)),
    output: output.replace(/^lamppost: /, ''),
  };
}

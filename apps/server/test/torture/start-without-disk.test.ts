import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { StreamReader } from '../harness/stream-reader.ts';
import { ApiResponse } from '../harness/test-project.ts';
import { SmallDisk } from './small-disk.ts';

interface ReadyBody {
  readonly reasons: readonly string[];
  readonly events: { readonly available: boolean; readonly reason: string | null };
  readonly config: { readonly available: boolean };
}

/** Bytes that the server leaves alone: events are refused in these tests because nothing can be written. */
const env = { LP_MIN_FREE_BYTES: '0', LP_LOG_LEVEL: 'info' };
let disk: SmallDisk | string;
let server: TestServer | undefined;

beforeAll(async () => {
  disk = await SmallDisk.make(96);
});
afterEach(async () => {
  if (typeof disk === 'string') return;
  disk.setReadOnly(false);
  await disk.makeRoom();
  await server?.dispose();
  server = undefined;
  for (const name of await readdir(disk.path)) await rm(join(disk.path, name), { recursive: true });
});
afterAll(async () => {
  if (typeof disk !== 'string') await disk.remove();
});

/** A server with a flag that is on, three stored events and a known device, stopped in order or killed. */
async function stoppedServer(disk: SmallDisk, end: 'stop' | 'kill'): Promise<TestServer> {
  const started = await TestServer.start({ dataDir: join(disk.path, 'data'), env });
  server = started;
  const flag = await started.post('/v1/flags', {
    key: 'dark_mode',
    name: 'x',
    platforms: ['web'],
    default_value: true,
  });
  expect(flag.status).toBe(201);
  expect((await started.post('/v1/devices/register', { device_id: 'known' })).status).toBe(201);
  const events = [1, 2, 3].map((at) => ({ event: 'before', event_id: `before ${at}` }));
  expect((await started.post('/v1/ingest', { batch: events })).status).toBe(202);
  if (end === 'stop') await started.waitForCount(3, '?event=before');
  await started[end]();
  return started;
}

const readiness = async (running: TestServer, path = '/readyz') => {
  const response = await ApiResponse.of(running.request(path, { key: null }));
  return { status: response.status, body: response.json as ReadyBody };
};

/** Config, streams, OFREP and key checks go on; everything that would have to be written is refused for now. */
async function expectDegraded(running: TestServer, reason: RegExp): Promise<void> {
  const { publishable, secret } = running.keys;
  const config = await ApiResponse.of(
    running.request('/v1/config', { key: publishable, headers: { 'X-Device-ID': 'known' } }),
  );
  expect([config.status, config.data<{ flags: unknown }>().flags]).toEqual([200, { dark_mode: true }]);
  const etag = config.headers.get('etag') ?? '';
  const again = await running.request('/v1/config', {
    key: publishable,
    headers: { 'X-Device-ID': 'known', 'If-None-Match': etag },
  });
  expect(again.status).toBe(304);
  const stream = await StreamReader.open(`${running.url}/v1/config/stream?device_id=known`, {
    Authorization: `Bearer ${publishable}`,
  });
  expect(await stream.next()).toMatchObject({ event: 'config', data: { data: { flags: { dark_mode: true } } } });
  await stream.close();
  const ofrep = await running.post(
    '/ofrep/v1/evaluate/flags',
    { context: { targetingKey: 'u' } },
    { key: publishable },
  );
  expect([ofrep.status, await ofrep.json()]).toEqual([
    200,
    expect.objectContaining({ flags: [expect.objectContaining({ key: 'dark_mode', value: true })] }),
  ]);
  expect((await running.request('/v1/config', { key: `${publishable}x` })).status).toBe(401);
  expect((await running.request('/v1/flags', { key: publishable })).status).toBe(403);

  const refused = await Promise.all([
    running.post('/v1/ingest', { batch: [{ event: 'refused' }] }, { key: publishable }),
    running.post('/v1/ingest?x=1', { batch: [{ event: 'refused' }] }, { key: publishable }),
    running.post('/v1/crashes/report', { platform: 'web', exception_type: 'E' }, { key: publishable }),
    running.post('/v1/performance/ingest', { batch: [{ metric_type: 'span', metric_name: 'a', value_ms: 1 }] }),
    running.post('/v1/devices/register', { device_id: 'new' }, { key: publishable }),
    running.post('/v1/flags', { key: 'another', name: 'x', platforms: ['web'] }, { key: secret }),
    running.request('/v1/symbols?kind=proguard', { method: 'POST', body: 'a.B -> b:\n', key: secret }),
    running.post('/v1/backups', {}, { key: running.bootstrap.operator_token }),
  ]);
  for (const response of refused) {
    expect(`${new URL(response.url).pathname} ${response.status}`).toBe(`${new URL(response.url).pathname} 503`);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const { status, body } = await readiness(running);
  expect(status).toBe(503);
  expect(body.events).toEqual({ available: false, reason: expect.stringMatching(reason) });
  expect(body.reasons).toContain(body.events.reason);
  expect(body.config.available).toBe(true);
  expect((await readiness(running, '/readyz/config')).status).toBe(200);
}

async function expectRecovered(running: TestServer): Promise<void> {
  await waitUntil(async () => (await readiness(running)).status === 200);
  expect((await running.post('/v1/ingest', { batch: [{ event: 'after' }] })).status).toBe(202);
  await running.waitForCount(3, '?event=before');
  await running.waitForCount(1, '?event=after');
  await running.waitForCount(0, '?event=refused');
  await waitUntil(async () => (await running.request('/v1/flags')).status === 200);
  expect((await running.request('/v1/devices/known')).status).toBe(200);
  expect((await running.request('/v1/devices/new')).status).toBe(404);
  const another = { key: 'another', name: 'x', platforms: ['web'] };
  expect((await running.post('/v1/flags', another)).status).toBe(201);
  expect(running.output).not.toContain('moved to');
}

for (const end of ['stop', 'kill'] as const) {
  const ended = end === 'stop' ? 'was stopped' : 'was killed';

  test(`a restart on a full disk of a server that ${ended} does not take config down, and recovers by itself`, async (context) => {
    if (typeof disk === 'string') return context.skip(disk);
    const running = await stoppedServer(disk, end);
    await disk.fillToTheBrim();
    await running.restart();
    await disk.fillToTheBrim();
    await expectDegraded(running, /disk is full/);
    await disk.makeRoom();
    await expectRecovered(running);
  });

  test(`a restart on a read-only disk of a server that ${ended} does not take config down, and recovers by itself`, async (context) => {
    if (typeof disk === 'string') return context.skip(disk);
    const running = await stoppedServer(disk, end);
    disk.setReadOnly(true);
    await running.restart();
    await expectDegraded(running, /read-only/);
    disk.setReadOnly(false);
    await expectRecovered(running);
  });
}

test('negative control: a restart on a full disk without the snapshot does take config down', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  const running = await stoppedServer(disk, 'stop');
  await rm(join(running.dataDir, 'snapshot.json'));
  await disk.fillToTheBrim();
  await running.restart();
  const { publishable } = running.keys;
  const config = { key: publishable, headers: { 'X-Device-ID': 'known' } };
  expect((await running.request('/v1/config', config)).status).toBe(503);
  expect((await readiness(running, '/readyz/config')).status).toBe(503);
  await disk.makeRoom();
  await expectRecovered(running);
});

test('a server that waits for its disk stops in order', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  const running = await stoppedServer(disk, 'stop');
  disk.setReadOnly(true);
  await running.restart();
  expect(await running.stop()).toBe(0);
});

test('of two servers that wait for one disk one takes it, and the other ends and names it', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  const running = await stoppedServer(disk, 'stop');
  disk.setReadOnly(true);
  const second = await TestServer.start({ dataDir: running.dataDir, env });
  await running.restart();
  disk.setReadOnly(false);
  await waitUntil(() => running.hasEnded || second.hasEnded);
  const [winner, loser] = running.hasEnded ? [second, running] : [running, second];
  expect(await loser.stop()).toBe(1);
  expect(loser.output).toContain(`in use by process ${winner.pid}`);
  await expectRecovered(winner);
  await second.dispose();
});

test('a server on a read-only view of a directory refuses while another one works on it', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  server = await TestServer.start({ dataDir: join(disk.path, 'data'), env });
  const view = join(await disk.readOnlyView(), 'data');
  await expect(TestServer.start({ dataDir: view, env })).rejects.toThrow(
    new RegExp(`ended with 1:[\\s\\S]*in use by process ${server.pid} on `),
  );
});

test('a first start on a full disk ends with a sentence: there is nothing to serve', async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  const dataDir = join(disk.path, 'data');
  await mkdir(dataDir);
  await disk.fillToTheBrim();
  await expect(TestServer.start({ dataDir, env })).rejects.toThrow(/ended with 1:[\s\S]*disk is full/);
});

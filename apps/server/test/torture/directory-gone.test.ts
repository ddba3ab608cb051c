import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { ApiResponse } from '../harness/test-project.ts';
import { SmallDisk } from './small-disk.ts';

let server: TestServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.dispose();
  server = undefined;
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  folder = undefined;
});

/** In a folder of its own, so that the data directory can be moved within it. */
async function startIn(parent?: string): Promise<TestServer> {
  folder = parent ?? (await mkdtemp(join(tmpdir(), 'lamppost-gone-')));
  server = await TestServer.start({ dataDir: join(folder, 'data') });
  await server.liftLimits();
  await server.waitForStore();
  return server;
}

const send = async (running: TestServer, event: string): Promise<number> =>
  (await running.post('/v1/ingest', { batch: [{ event }] }, { key: running.keys.publishable })).status;

/** Sends without a pause; each answer with the moment its request was sent. */
function load(running: TestServer) {
  const responses: { sentAtMs: number; status: number }[] = [];
  let isOn = true;
  const clients = Array.from({ length: 4 }, async () => {
    while (isOn) {
      const sentAtMs = performance.now();
      responses.push({ sentAtMs, status: await send(running, 'load') });
    }
  });
  const stop = async () => {
    isOn = false;
    await Promise.all(clients);
  };
  return { answers: responses, stop };
}

async function expectRefusal(running: TestServer): Promise<void> {
  const refused = await running.post('/v1/ingest', { batch: [{ event: 'refused' }] });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const ready = await ApiResponse.of(running.request('/readyz', { key: null }));
  expect(ready.status).toBe(503);
  expect(ready.json).toMatchObject({
    events: { available: false, reason: expect.stringContaining('deleted or replaced') },
    config: { available: true },
  });
  expect(running.output).toContain('deleted or replaced');
  expect((await running.request('/v1/config', { key: running.keys.publishable })).status).toBe(200);
}

const isRefused = async (running: TestServer): Promise<boolean> => (await send(running, 'look')) === 503;

test('the data directory deleted while running: no event that is sent afterwards is acknowledged', async () => {
  const running = await startIn();
  const { answers: responses, stop } = load(running);
  await waitUntil(() => responses.length > 100);
  await rm(running.dataDir, { recursive: true, force: true, maxRetries: 20 });
  const goneAtMs = performance.now();
  await waitUntil(() => responses.filter(({ sentAtMs }) => sentAtMs > goneAtMs).length > 50);
  await stop();
  const afterwards = responses.filter(({ sentAtMs }) => sentAtMs > goneAtMs).map(({ status }) => status);
  expect([...new Set(afterwards)]).toEqual([503]);
  await expectRefusal(running);
  expect(await running.stop()).toBe(0);
  expect(await readdir(join(running.dataDir, '..'))).toEqual([]);
});

test('only the log left of the data directory, as a removal leaves it that meets a new segment: events are refused', async () => {
  const running = await startIn();
  expect(await send(running, 'before')).toBe(202);
  for (const name of await readdir(running.dataDir)) {
    if (name !== 'log') await rm(join(running.dataDir, name), { recursive: true });
  }
  await waitUntil(() => isRefused(running), 500);
  await expectRefusal(running);
});

test('a data directory that was replaced by another: events are refused, and the other one can be worked with', async () => {
  const running = await startIn();
  const aside = join(folder ?? '', 'aside');
  await running.stop();
  await cp(running.dataDir, aside, { recursive: true });
  await running.restart();
  expect(await send(running, 'before')).toBe(202);
  await rename(running.dataDir, join(folder ?? '', 'moved'));
  await rename(aside, running.dataDir);
  await waitUntil(() => isRefused(running), 500);
  await expectRefusal(running);
  const other = await TestServer.start({ dataDir: running.dataDir });
  expect(await send(other, 'other')).toBe(202);
  await other.waitForCount(0, '?event=before');
  await other.dispose();
});

test('a data directory that was moved away and back: events are taken again, and none is lost or counted twice', async () => {
  const running = await startIn();
  expect(await send(running, 'kept')).toBe(202);
  await rename(running.dataDir, join(folder ?? '', 'moved'));
  await waitUntil(() => isRefused(running), 500);
  expect(await send(running, 'refused')).toBe(503);
  await waitUntil(async () => (await running.request('/v1/events/count')).status === 503);
  await rename(join(folder ?? '', 'moved'), running.dataDir);
  await waitUntil(async () => (await send(running, 'again')) === 202);
  await running.waitForCount(1, '?event=again');
  await running.waitForCount(1, '?event=kept');
  await running.waitForCount(0, '?event=refused');
  await waitUntil(async () => (await running.request('/readyz', { key: null })).status === 200);
});

test('a data directory whose disk is unmounted: events are refused while it is away', async (context) => {
  const disk = await SmallDisk.make(96);
  if (typeof disk === 'string') return context.skip(disk);
  const place = await mkdtemp(join(tmpdir(), 'lamppost-gone-'));
  const mount = () => execFileSync('mount', ['--bind', disk.path, place]);
  const unmount = () => execFileSync('umount', ['-l', place]);
  mount();
  try {
    const running = await startIn(place);
    expect(await send(running, 'kept')).toBe(202);
    unmount();
    await waitUntil(() => isRefused(running), 500);
    await expectRefusal(running);
    expect(await readdir(place)).toEqual([]);
    mount();
    await waitUntil(async () => (await send(running, 'again')) === 202);
    await running.waitForCount(1, '?event=kept');
    await running.dispose();
    server = undefined;
    unmount();
  } finally {
    await disk.remove();
  }
});

test('an idle server notices that its data directory is gone', async () => {
  const running = await startIn();
  await rm(running.dataDir, { recursive: true, force: true, maxRetries: 20 });
  await waitUntil(async () => (await running.request('/readyz', { key: null })).status === 503, 5_000);
  await mkdir(running.dataDir);
  expect(await isRefused(running)).toBe(true);
  expect(await readdir(running.dataDir)).toEqual([]);
});

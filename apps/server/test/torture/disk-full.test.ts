import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { randomFor, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { countsOf, Oracle } from './oracle.ts';
import { SmallDisk } from './small-disk.ts';

const MiB = 1024 * 1024;
let disk: SmallDisk | string;
let server: TestServer | undefined;

beforeAll(async () => {
  disk = await SmallDisk.make(96);
});
afterEach(async () => {
  await server?.dispose();
  server = undefined;
  if (typeof disk !== 'string') await disk.makeRoom();
});
afterAll(async () => {
  if (typeof disk !== 'string') await disk.remove();
});

const ways = [
  { name: 'at the floor, before anything fails', minFreeBytes: 8 * MiB, leaves: [4 * MiB] },
  {
    name: 'with no floor at all, in the middle of writes, and again with a few kilobytes left',
    minFreeBytes: 0,
    leaves: [200_000, 12_000],
  },
];
for (const { name, minFreeBytes, leaves } of scaled(0, 1) === 1 ? [...ways, ...ways, ...ways] : ways) {
  test(`a disk that fills up ${name}: 503, then it goes on by itself`, { timeout: 120_000 }, async (context) => {
    if (typeof disk === 'string') return context.skip(disk);
    const dataDir = join(disk.path, `data-${Date.now()}`);
    const running = await TestServer.start({ dataDir, env: { LP_MIN_FREE_BYTES: String(minFreeBytes) } });
    server = running;
    await running.liftLimits();
    const oracle = new Oracle(running, randomFor(name));
    oracle.start(4);
    await sleep(800);
    for (const leave of leaves) await fillAndEmpty(disk, running, oracle, leave);
    await oracle.stop();
    const report = await oracle.report();
    recordCounts(`disk full ${name}`, { fills: leaves.length, ...countsOf(report), refused: oracle.statuses['503'] });
    expect(report).toMatchObject({ lost: [], twice: [], foreign: [] });
    expect(Object.keys(oracle.statuses).sort()).toEqual(['202', '503']);
    await running.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });
}

test('negative control: the oracle notices what was acknowledged although the disk was full', {
  timeout: 120_000,
}, async (context) => {
  if (typeof disk === 'string') return context.skip(disk);
  const dataDir = join(disk.path, 'data-control');
  const env = { LP_MIN_FREE_BYTES: '0', LP_FAIL_POINTS: 'log.refused=acknowledged' };
  const running = await TestServer.start({ dataDir, env });
  server = running;
  await running.liftLimits();
  const oracle = new Oracle(running, randomFor('full disk control'));
  oracle.start(4);
  await waitUntil(() => oracle.acknowledged > 50);
  await fillAndEmpty(disk, running, oracle, 12_000);
  await oracle.stop();
  expect((await oracle.report()).lost.length).toBeGreaterThan(0);
  await running.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

async function fillAndEmpty(disk: SmallDisk, running: TestServer, oracle: Oracle, leave: number): Promise<void> {
  const refusedBefore = oracle.statuses['503'] ?? 0;
  await disk.fillUp(leave);
  await waitUntil(() => (oracle.statuses['503'] ?? 0) > refusedBefore + 3);
  const refused = await running.post('/v1/ingest', { batch: [{ event: 'refused' }] });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await refused.json()) as unknown).toMatchObject({ error: { code: 'INTERNAL_SERVER_ERROR' } });
  const config = await running.request('/v1/config', { headers: { 'X-Device-ID': 'd' } });
  expect(config.status).toBe(200);
  expect((await running.request('/readyz', { key: null })).status).toBe(503);
  const acknowledgedWhileFull = oracle.acknowledged;
  await disk.makeRoom();
  await waitUntil(() => oracle.acknowledged > acknowledgedWhileFull + 50);
  await waitUntil(async () => (await running.request('/readyz', { key: null })).status === 200);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { isLong, randomFor, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { countsOf, Oracle } from './oracle.ts';
import { storePid } from './processes.ts';

let server: TestServer;
afterEach(() => server.dispose());

const clock = fileURLToPath(new URL('../harness/shifted-clock.cjs', import.meta.url));
const PAUSE_MS = scaled(1_500, 30_000);

const processes = {
  main: async () => server.pid,
  store: async () => {
    await waitUntil(async () => (await storePid(server.pid)) !== undefined);
    return (await storePid(server.pid)) ?? 0;
  },
};
test('the main and the store process stopped for a while under load: nothing lost, nothing twice', {
  timeout: 240_000,
}, async () => {
  server = await TestServer.start();
  await server.liftLimits();
  await server.waitForStore();
  const oracle = new Oracle(server, randomFor('pause'));
  for (const [name, pidOf] of Object.entries(processes)) {
    const first = oracle.acknowledged;
    oracle.start(4);
    await waitUntil(() => oracle.acknowledged > first + 50);
    const pid = await pidOf();
    process.kill(pid, 'SIGSTOP');
    await sleep(PAUSE_MS);
    process.kill(pid, 'SIGCONT');
    const before = oracle.acknowledged;
    await waitUntil(() => oracle.acknowledged > before + 50);
    await oracle.stop();
    const report = await oracle.report();
    recordCounts(`${name} stopped`, { pauseMs: PAUSE_MS, ...countsOf(report) });
    expect(report, name).toMatchObject({ lost: [], twice: [], foreign: [] });
  }
});

test('a clock that jumps by hours between restarts: nothing lost, nothing twice', { timeout: 240_000 }, async () => {
  const jumps = [5 * 3_600_000, -7 * 3_600_000, ...(isLong ? [26 * 3_600_000, -1] : [])];
  const at = (offMs: number) => ({ NODE_OPTIONS: `--require ${clock}`, LP_TEST_CLOCK_OFF_MS: String(offMs) });
  server = await TestServer.start({ env: at(0) });
  await server.liftLimits();
  const oracle = new Oracle(server, randomFor('clock'));
  for (const offMs of [0, ...jumps]) {
    if (offMs !== 0) await server.restart(at(offMs));
    const before = oracle.acknowledged;
    oracle.start(3);
    await waitUntil(() => oracle.acknowledged > before + 40);
    await oracle.stop();
  }
  const report = await oracle.report();
  recordCounts('clock jumps', { jumps: jumps.length, ...countsOf(report) });
  expect(report).toMatchObject({ lost: [], twice: [], foreign: [] });
});

test('negative control: the oracle notices an event that it never sent', { timeout: 120_000 }, async () => {
  server = await TestServer.start();
  await server.liftLimits();
  const oracle = new Oracle(server, randomFor('pause control'));
  const properties = { ref: 'nobody sent this', digest: '' };
  expect((await server.post('/v1/ingest', { batch: [{ event: 'torture', properties }] })).status).toBe(202);
  await server.waitForCount(1);
  expect((await oracle.report()).foreign).toEqual([expect.stringContaining('nobody sent this')]);
});

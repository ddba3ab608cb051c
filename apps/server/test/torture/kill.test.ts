import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { isLong, randomFor, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { waitingSegments } from './log-files.ts';
import { countsOf, Oracle } from './oracle.ts';
import { storePid } from './processes.ts';

let server: TestServer;
afterEach(() => server.dispose());

test('kill -9 of the main process at random under load loses nothing acknowledged and stores nothing twice', {
  timeout: scaled(120_000, 3_600_000),
}, async () => {
  server = await TestServer.start();
  await server.liftLimits();
  const random = randomFor('kill main');
  const oracle = new Oracle(server, random);
  oracle.start(scaled(4, 6), scaled(25, 50));
  const restarts: number[] = [];
  const kills = scaled(3, 500);
  for (let cycle = 0; cycle < kills; cycle += 1) {
    await sleep(50 + random() * 550);
    await server.kill();
    const startedAt = performance.now();
    await server.restart();
    restarts.push(performance.now() - startedAt);
  }
  await sleep(300);
  await oracle.stop();
  const report = await oracle.report();
  restarts.sort((a, b) => a - b);
  recordCounts('kill -9 main', {
    kills,
    ...countsOf(report),
    medianRestartMs: Math.round(restarts[Math.floor(kills / 2)] ?? 0),
    slowestRestartMs: Math.round(restarts.at(-1) ?? 0),
    restartsOverTwoSeconds: restarts.filter((ms) => ms > 2_000).length,
  });
  expect(report).toMatchObject({ lost: [], twice: [], foreign: [] });
  expect(report.acknowledged).toBeGreaterThan(100);
  if (isLong) expect(restarts.at(-1)).toBeLessThanOrEqual(2_000);
});

test('kill -9 of the store process at random under load is not noticed by clients and loses nothing', {
  timeout: scaled(120_000, 1_800_000),
}, async () => {
  server = await TestServer.start();
  await server.liftLimits();
  const random = randomFor('kill store');
  const oracle = new Oracle(server, random);
  // A store that is killed again and again is started every five seconds: all that is sent meanwhile is read back.
  oracle.start(scaled(4, 6), scaled(25, 250));
  const planned = scaled(2, 100);
  for (let kills = 0; kills < planned; kills += 1) {
    await sleep(100 + random() * 700);
    await waitUntil(async () => (await storePid(server.pid)) !== undefined);
    process.kill((await storePid(server.pid)) ?? 0, 'SIGKILL');
  }
  await oracle.stop();
  const report = await oracle.report();
  recordCounts('kill -9 store', { kills: planned, ...countsOf(report) });
  expect(Object.keys(oracle.statuses)).toEqual(['202']);
  expect(report).toMatchObject({ lost: [], twice: [], foreign: [] });
});

test('negative control: the oracle notices a segment that vanished, and with de-duplication off what is stored twice', {
  timeout: 180_000,
}, async () => {
  server = await TestServer.start({ env: { LP_FAIL_POINTS: 'loader.dedup=off' } });
  await server.liftLimits();
  const oracle = new Oracle(server, randomFor('control'));
  const batch = { batch: [{ event: 'torture', event_id: 'again', properties: { ref: 'again', digest: '' } }] };
  await server.post('/v1/ingest', batch);
  await server.post('/v1/ingest', batch);
  await server.waitForCount(2);
  const pid = await storePid(server.pid);
  if (pid === undefined) throw new Error('There is no store process');
  process.kill(pid, 'SIGSTOP');
  oracle.start(4);
  // The first one may hold what is stored already.
  await waitUntil(async () => (await waitingSegments(server.dataDir)).length > 2);
  await oracle.stop();
  await server.kill();
  process.kill(pid, 'SIGKILL');
  await rm((await waitingSegments(server.dataDir)).at(-2) ?? '');
  await server.restart();
  const report = await oracle.report();
  expect(report.lost.length).toBeGreaterThan(0);
  expect(report.twice).toEqual(['again']);
  expect(report.foreign).toHaveLength(2);
  const { reasons } = await server.json<{ reasons: string[] }>('/readyz', { key: null });
  expect(reasons.join()).toContain(`${report.lost.length} events in `);
});

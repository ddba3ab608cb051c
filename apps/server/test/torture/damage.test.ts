import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { TestServer, waitUntil } from '../harness/server.ts';
import { waitingSegments } from './log-files.ts';
import { countsOf, Oracle } from './oracle.ts';
import { storePid } from './processes.ts';
import { scaled, tell } from './scale.ts';

let server: TestServer;
afterEach(() => server.dispose());

/** A server that is down, whose log holds segments that were never loaded. */
async function withWaitingSegments(): Promise<{ oracle: Oracle; waiting: string[] }> {
  server = await TestServer.start();
  await server.liftLimits();
  const oracle = new Oracle(server);
  const pid = await storePid(server.pid);
  if (pid === undefined) throw new Error('There is no store process');
  await waitUntil(
    async () => (await server.json<{ store: { state: string } }>('/readyz', { key: null })).store.state === 'ready',
  );
  process.kill(pid, 'SIGSTOP');
  oracle.start(6);
  await sleep(scaled(2_500, 10_000));
  await oracle.stop();
  await server.kill();
  process.kill(pid, 'SIGKILL');
  const waiting = await waitingSegments(server.dataDir);
  expect(waiting.length).toBeGreaterThan(2);
  return { oracle, waiting };
}

const reasons = async (): Promise<string> =>
  (await server.json<{ reasons: string[] }>('/readyz', { key: null })).reasons.join();

test('flipped bits cost at most the record they are in, and are shown', { timeout: 120_000 }, async () => {
  const { oracle, waiting } = await withWaitingSegments();
  const flips = scaled(6, 60);
  let flipped = 0;
  for (const path of waiting.slice(0, flips)) {
    const bytes = await readFile(path);
    const lines = bytes.toString('latin1').split('\n');
    const record = lines.findIndex((line) => line.startsWith('{"c":'));
    const offset = lines.slice(0, record).join('\n').length + 1 + Math.floor((lines[record]?.length ?? 0) / 2);
    bytes[offset] = (bytes[offset] ?? 0) ^ (1 << Math.floor(Math.random() * 6));
    await writeFile(path, bytes);
    flipped += 1;
  }
  await server.restart();
  const report = await oracle.report();
  tell('bit flips', { flipped, ...countsOf(report) });
  expect(report).toMatchObject({ twice: [], foreign: [] });
  // A record holds one batch of at most 20 events.
  expect(report.lost.length).toBeGreaterThan(0);
  expect(report.lost.length).toBeLessThanOrEqual(flipped * 20);
  expect(await reasons()).toContain(`${flipped} damaged records`);
});

test('a truncated segment loses at most its tail, and says so', { timeout: 120_000 }, async () => {
  const { oracle, waiting } = await withWaitingSegments();
  const path = waiting[1] ?? '';
  const { length } = await readFile(path);
  await truncate(path, Math.floor(length / 2));
  await server.restart();
  const report = await oracle.report();
  tell('truncated segment', countsOf(report));
  expect(report).toMatchObject({ twice: [], foreign: [] });
  expect(report.stored).toBeGreaterThan(report.acknowledged / 2);
  expect(await reasons()).toMatch(/damaged records|missing/);
});

test('undamaged, the same way loses nothing (control)', { timeout: 120_000 }, async () => {
  const { oracle } = await withWaitingSegments();
  await server.restart();
  expect(await oracle.report()).toMatchObject({ lost: [], twice: [], foreign: [] });
});

const ruins = {
  deleted: (path: string) => rm(path),
  'overwritten in the middle': async (path: string) => {
    const bytes = await readFile(path);
    bytes.fill(0x5a, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3) + 200_000);
    await writeFile(path, bytes);
  },
  'cut short': async (path: string) => truncate(path, 5_000),
};
for (const [name, ruin] of Object.entries(ruins)) {
  test(`a store file that is ${name} is rebuilt from the log while ingest goes on`, { timeout: 120_000 }, async () => {
    server = await TestServer.start();
    await server.liftLimits();
    const oracle = new Oracle(server);
    oracle.start(6);
    await sleep(2_000);
    await oracle.stop();
    const before = await oracle.report();
    const [anchor = ''] = await nextIds();
    const idsBefore = await nextIds(anchor);
    expect(await server.stop()).toBe(0);
    await ruin(join(server.dataDir, 'store', 'store.duckdb'));
    await server.restart();
    oracle.start(3);
    await sleep(500);
    await oracle.stop();
    const report = await oracle.report();
    tell(`store ${name}`, countsOf(report));
    expect(report.stored).toBeGreaterThan(before.stored);
    expect(report).toMatchObject({ lost: [], twice: [], foreign: [] });
    expect(Object.keys(oracle.statuses)).toEqual(['202']);
    expect(await nextIds(anchor)).toEqual(idsBefore);
  });
}

/** Ids of the rows behind one: the same after a rebuild, because they name places in the log. */
async function nextIds(cursor?: string): Promise<string[]> {
  const path = `/v1/events?event=torture&limit=50${cursor === undefined ? '' : `&cursor=${cursor}`}`;
  return (await server.json<{ data: { id: string }[] }>(path)).data.map(({ id }) => id);
}

import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { randomFor, recordCounts, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { waitingSegments } from './log-files.ts';
import { countsOf, Oracle } from './oracle.ts';
import { storePid } from './processes.ts';

let server: TestServer;
afterEach(() => server.dispose());

/** A server that is down, whose log holds segments that were never loaded. */
async function withWaitingSegments(): Promise<{ oracle: Oracle; waiting: string[] }> {
  server = await TestServer.start();
  await server.liftLimits();
  const oracle = new Oracle(server, randomFor('damage'));
  const pid = await storePid(server.pid);
  if (pid === undefined) throw new Error('There is no store process');
  await waitUntil(
    async () => (await server.json<{ store: { state: string } }>('/readyz', { key: null })).store.state === 'ready',
  );
  process.kill(pid, 'SIGSTOP');
  oracle.start(scaled(4, 6));
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

const refsIn = (text: string): string[] => [...text.matchAll(/"ref":"([^"]+)"/g)].map(([, ref = '']) => ref);

/** Flips a bit in the middle of the first record; answers which events are in it. */
async function flipBit(path: string, random: () => number): Promise<string[]> {
  const bytes = await readFile(path);
  const lines = bytes.toString('latin1').split('\n');
  const record = lines.findIndex((line) => line.startsWith('{"c":'));
  const offset = lines.slice(0, record).join('\n').length + 1 + Math.floor((lines[record]?.length ?? 0) / 2);
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << Math.floor(random() * 6));
  await writeFile(path, bytes);
  return refsIn(lines[record] ?? '');
}

/** Cuts through the record behind the middle, or the last one; answers the events in it and behind it. */
async function cutInTwo(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  const behindMiddle = bytes.indexOf('\n{"c":', bytes.length / 2);
  const record = (behindMiddle < 0 ? bytes.lastIndexOf('\n{"c":') : behindMiddle) + 1;
  await truncate(path, record + 30);
  return refsIn(bytes.subarray(record).toString('latin1'));
}

test('a flipped bit costs its record, a cut the tail of its segment, everything else is there, and it is shown', {
  timeout: 120_000,
}, async () => {
  const { oracle, waiting } = await withWaitingSegments();
  const random = randomFor('flips');
  const flipped = waiting.slice(0, -2).slice(0, scaled(6, 60));
  const inFlipped = (await Promise.all(flipped.map((path) => flipBit(path, random)))).flat();
  const inTail = await cutInTwo(waiting.at(-2) ?? '');
  await server.restart();
  const report = await oracle.report();
  recordCounts('bit flips and a cut', { flipped: flipped.length, ...countsOf(report) });
  expect(report).toMatchObject({ twice: [], foreign: [] });
  const lost = new Set(report.lost);
  expect(inFlipped.filter((ref) => !lost.has(ref))).toEqual([]);
  const damaged = new Set([...inFlipped, ...inTail]);
  expect(report.lost.filter((ref) => !damaged.has(ref))).toEqual([]);
  expect(inFlipped.length * inTail.length).toBeGreaterThan(0);
  expect(Number(/(\d+) events in \d+ records/.exec(await reasons())?.[1])).toBe(damaged.size);
});

const ruins = {
  'overwritten in the middle': async (path: string) => {
    const bytes = await readFile(path);
    bytes.fill(0x5a, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3) + 200_000);
    await writeFile(path, bytes);
  },
  'cut short': async (path: string) => truncate(path, 5_000),
  deleted: (path: string) => rm(path),
};
// Every kind of damage is proven where the store process is tested; here it is that nobody outside notices.
for (const [name, ruin] of Object.entries(ruins).slice(0, scaled(1, 3))) {
  test(`a store file that is ${name} is rebuilt from the log while ingest goes on`, { timeout: 120_000 }, async () => {
    server = await TestServer.start();
    await server.liftLimits();
    const oracle = new Oracle(server, randomFor('damage'));
    oracle.start(scaled(4, 6));
    await sleep(scaled(1_200, 2_000));
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
    recordCounts(`store ${name}`, countsOf(report));
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

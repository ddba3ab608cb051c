import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLong, scaled } from '../../src/telemetry/testing/torture-run.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { waitingSegments } from './log-files.ts';
import { storePid } from './processes.ts';
import { SmallDisk } from './small-disk.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.dispose();
  server = undefined;
});

const EVENTS_PER_BATCH = 20;

async function start(options: Parameters<typeof TestServer.start>[0] = {}): Promise<TestServer> {
  server = await TestServer.start(options);
  await server.liftLimits();
  await server.waitForStore();
  return server;
}

let sent = 0;
/** Batches one after the other, so that each is a commit group of its own. */
async function send(running: TestServer, batches: number): Promise<void> {
  for (let at = 0; at < batches; at++) {
    const batch = Array.from({ length: EVENTS_PER_BATCH }, () => ({ event: 'counted', event_id: `e${sent++}` }));
    expect((await running.post('/v1/ingest', { batch })).status).toBe(202);
  }
}

const reasons = async (running: TestServer): Promise<readonly string[]> =>
  (await running.json<{ reasons: string[] }>('/readyz', { key: null })).reasons;

const metric = async (running: TestServer, name: string): Promise<number> => {
  const { text } = await running.send('/metrics', { key: null });
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
};

/** Everything that is in the log has been loaded, and the store says what it knows. */
async function settled(running: TestServer): Promise<void> {
  await running.waitForStore();
  await waitUntil(async () => (await metric(running, 'lamppost_log_unloaded_segments')) === 0);
}

async function openSegment(dataDir: string): Promise<string> {
  const [logId = ''] = await readdir(join(dataDir, 'log'));
  const folder = join(dataDir, 'log', logId);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.open')).sort();
  for (const name of names) if ((await readFile(join(folder, name))).length > 0) return join(folder, name);
  throw new Error('No segment was being written');
}

async function markFile(dataDir: string): Promise<string> {
  const [logId = ''] = await readdir(join(dataDir, 'log'));
  return join(dataDir, 'log', logId, 'acknowledged');
}

async function markedEvents(running: TestServer): Promise<number> {
  const text = await readFile(await markFile(running.dataDir), 'utf8');
  return Number(/"events":(\d+)/.exec(text)?.[1]);
}

const eventsIn = (bytes: Buffer): number => bytes.toString('latin1').split('"event":"counted"').length - 1;
const recordsIn = (bytes: Buffer): number => bytes.toString('latin1').split('\n{"c":').length - 1;

interface Loss {
  readonly events: number;
  readonly records: number;
}

const shownLoss = async (running: TestServer): Promise<Loss> => ({
  events: await metric(running, 'lamppost_log_damage{what="events"}'),
  records: await metric(running, 'lamppost_log_damage{what="records"}'),
});

async function expectLoss(running: TestServer, lost: Loss): Promise<void> {
  await waitUntil(async () => (await shownLoss(running)).events === lost.events);
  expect(await shownLoss(running)).toEqual(lost);
  expect((await reasons(running)).join()).toContain(`${lost.events} events in ${lost.records} records`);
}

const cuts = {
  'between two groups': (bytes: Buffer) => bytes.indexOf('\n{"$":"group"', bytes.length / 2) + 1,
  'inside a record': (bytes: Buffer) => bytes.indexOf('\n{"c":', bytes.length / 2) + 100,
  'behind a group line': (bytes: Buffer) => bytes.indexOf('\n{"c":', bytes.length / 2) + 1,
  'in front of everything': () => 0,
};

/** After which a server is started once more but in a long run: of one segment a part is left, of the other nothing. */
const shownAgain = ['between two groups', 'in front of everything'];

async function cutOpenSegment(dataDir: string, cutAt: (bytes: Buffer) => number): Promise<Loss> {
  const path = await openSegment(dataDir);
  const bytes = await readFile(path);
  const at = cutAt(bytes);
  await truncate(path, at);
  // A record that is cut through is gone as a whole.
  const kept = bytes.subarray(0, Math.max(0, bytes.subarray(0, at).lastIndexOf('\n')) + 1);
  const lost = { events: eventsIn(bytes) - eventsIn(kept), records: recordsIn(bytes) - recordsIn(kept) };
  expect(lost.events).toBeGreaterThan(EVENTS_PER_BATCH);
  return lost;
}

/** A directory as a kill leaves it, with a segment that was being written. */
async function killedWhileWriting(): Promise<string> {
  const running = await start();
  const sentBefore = sent;
  // The log hands a segment over after half a second; what is sent before is all in the open one.
  for (;;) {
    await settled(running);
    await send(running, 12);
    // The mark follows within milliseconds.
    await waitUntil(async () => (await markedEvents(running)) === sent - sentBefore);
    await running.kill();
    if ((await openSegment(running.dataDir).then(readFile, () => Buffer.alloc(0))).length > 5_000) break;
    await running.restart();
  }
  const kept = await mkdtemp(join(tmpdir(), 'lamppost-killed-'));
  await cp(running.dataDir, kept, { recursive: true });
  return kept;
}

describe('acknowledged events that were cut off a segment that was being written', () => {
  let killed: string;
  let copy: string;
  beforeAll(async () => {
    killed = await killedWhileWriting();
    await server?.dispose();
  });
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'lamppost-cut-'));
    await cp(killed, copy, { recursive: true });
  });
  afterEach(() => rm(copy, { recursive: true }));
  afterAll(() => rm(killed, { recursive: true }));

  for (const [place, cutAt] of Object.entries(cuts)) {
    test(`${place}, are counted`, async () => {
      const lost = await cutOpenSegment(copy, cutAt);
      server = await TestServer.start({ dataDir: copy });
      // A segment that is gone altogether shows itself when the next one comes.
      await send(server, 1);
      await settled(server);
      await expectLoss(server, lost);
      if (isLong || shownAgain.includes(place)) {
        await server.restart();
        await settled(server);
        await expectLoss(server, lost);
      }
      await server.kill();
    });
  }

  test('negative control: without the mark of what was acknowledged, nothing of a cut is shown', async () => {
    const lost = await cutOpenSegment(copy, cuts['between two groups']);
    await rm(await markFile(copy));
    server = await TestServer.start({ dataDir: copy });
    await send(server, 1);
    await settled(server);
    // What a server has found by itself, it has when it starts again.
    await server.restart();
    await settled(server);
    expect(await shownLoss(server)).not.toEqual(lost);
    expect(await shownLoss(server)).toEqual({ events: 0, records: 0 });
    await server.kill();
  });

  test('negative control: a mark that tells of more than was acknowledged shows a loss where there is none', async () => {
    const path = await markFile(copy);
    const [, body = ''] = /^\d+ (\{.*\})/.exec(await readFile(path, 'latin1')) ?? [];
    const mark = JSON.parse(body) as Record<'next' | 'nextGroup' | 'records' | 'events', number>;
    const { next, nextGroup, records, events } = mark;
    const ahead = JSON.stringify({
      ...mark,
      next: next + 2,
      nextGroup: nextGroup + 2,
      records: records + 2,
      events: events + 2 * EVENTS_PER_BATCH,
    });
    await writeFile(path, `${crc32(ahead)} ${ahead}\n`);
    server = await TestServer.start({ dataDir: copy });
    await settled(server);
    await expectLoss(server, { events: 2 * EVENTS_PER_BATCH, records: 2 });
    await server.kill();
  });
});

describe('acknowledged events of a sealed segment that was never loaded', () => {
  let stopped: string;
  let copy: string;
  let path: string;
  beforeAll(async () => {
    stopped = await stoppedWithWaiting(3);
  });
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'lamppost-sealed-'));
    await cp(stopped, copy, { recursive: true });
    path = (await waitingSegments(copy))[1] ?? '';
  });
  afterEach(() => rm(copy, { recursive: true }));
  afterAll(() => rm(stopped, { recursive: true }));

  test('are counted, every one, when they were cut off', async () => {
    const bytes = await readFile(path);
    const at = bytes.indexOf('\n{"$":"group"', bytes.length / 3) + 1;
    await truncate(path, at);
    const lost = {
      events: eventsIn(bytes) - eventsIn(bytes.subarray(0, at)),
      records: recordsIn(bytes) - recordsIn(bytes.subarray(0, at)),
    };
    expect(lost.records).toBeGreaterThan(1);
    server = await TestServer.start({ dataDir: copy });
    await settled(server);
    await expectLoss(server, lost);
    await server.dispose();
  });

  test('are counted when the segment is gone', async () => {
    const bytes = await readFile(path);
    await rm(path);
    server = await TestServer.start({ dataDir: copy });
    await settled(server);
    await expectLoss(server, { events: eventsIn(bytes), records: recordsIn(bytes) });
    await server.dispose();
  });
});

/** The directory of a server that is down, whose log holds sealed segments that were never loaded. */
async function stoppedWithWaiting(segments: number): Promise<string> {
  const running = await start();
  const pid = (await storePid(running.pid)) ?? 0;
  process.kill(pid, 'SIGSTOP');
  for (let at = 0; at < segments; at++) {
    await send(running, 4);
    await waitUntil(async () => (await waitingSegments(running.dataDir)).length > at);
  }
  await running.kill();
  process.kill(pid, 'SIGKILL');
  const kept = await mkdtemp(join(tmpdir(), 'lamppost-stopped-'));
  await cp(running.dataDir, kept, { recursive: true });
  await running.dispose();
  server = undefined;
  return kept;
}

test('a kill in the middle of everything is no loss', async () => {
  const running = await start();
  for (let round = 0; round < scaled(2, 4); round++) {
    const sending = Promise.allSettled(Array.from({ length: 6 }, () => send(running, 20)));
    await waitUntil(async () => (await metric(running, 'lamppost_log_unloaded_bytes')) > 20_000);
    await running.kill();
    await sending;
    await running.restart();
    await settled(running);
    expect(await reasons(running)).toEqual([]);
  }
}, 120_000);

test('an outage of the disk in which nothing was lost leaves no word of missing segments', async (context) => {
  const disk = await SmallDisk.make(96);
  if (typeof disk === 'string') return context.skip(disk);
  try {
    const running = await start({ dataDir: join(disk.path, 'data'), env: { LP_MIN_FREE_BYTES: '0' } });
    await send(running, 2);
    for (let round = 0; round < scaled(2, 3); round++) {
      await disk.fillToTheBrim();
      await waitUntil(async () => (await running.post('/v1/ingest', { batch: [{ event: 'x' }] })).status === 503);
      // The log tries again by itself, each time with another segment.
      const failuresBefore = await logFailures(running);
      await waitUntil(async () => (await logFailures(running)) > failuresBefore);
      await disk.makeRoom();
      await waitUntil(async () => (await running.post('/v1/ingest', { batch: [{ event: 'x' }] })).status === 202);
    }
    await settled(running);
    await waitUntil(async () => (await reasons(running)).length === 0);
    await running.restart();
    await settled(running);
    expect(await reasons(running)).toEqual([]);
    await running.dispose();
    server = undefined;
  } finally {
    await disk.remove();
  }
});

async function logFailures(running: TestServer): Promise<number> {
  const metrics = await (await fetch(`${running.url}/metrics`)).text();
  return Number(/^lamppost_log_failures_total (\d+)$/m.exec(metrics)?.[1]);
}

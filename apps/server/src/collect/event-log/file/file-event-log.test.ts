import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../../telemetry/testing/seeded-random.ts';
import { type EventLogHarness, testEventLog } from '../event-log.contract.ts';
import { record } from '../sample-segment.ts';
import { nodeFileDriver } from './file-driver.ts';
import { FileEventLog } from './file-event-log.ts';
import type { FileEventLogOptions, SealedSegment } from './file-event-log-options.ts';
import { readSealedSegments } from './read-back.ts';
import { ioError, SimulatedDisk } from './simulated-disk.ts';

const logRoot = '/disk/log';
const bounds = { maxUnloadedBytes: 1e9, minFreeBytes: 0, retryAfterMs: 1 };

function simulatedHarness(): EventLogHarness {
  const disk = new SimulatedDisk(seededRandom(7));
  return {
    open: () => FileEventLog.open({ logRoot, ...bounds, driver: disk.driver() }),
    cutPower: () => disk.cutPower(),
    breakDisk: () => {
      disk.fault = (operation) => (operation === 'fdatasync' ? ioError('EIO') : undefined);
    },
    mendDisk: () => {
      disk.fault = () => undefined;
    },
    damage: async (body) => {
      const [segment] = await readSealedSegments(disk.driver(), logRoot);
      const line = segment?.reading.lines[segment.bodies.indexOf(body)];
      disk.flipByte(segment?.path ?? '', (line?.end ?? 0) - 4);
    },
    readBack: async () => {
      const segments = await readSealedSegments(disk.driver(), logRoot);
      return {
        bodies: segments.flatMap((segment) => segment.bodies),
        damagedStretches: segments.flatMap(({ reading }) => reading.damage.filter(({ length }) => length > 0)).length,
      };
    },
  };
}

testEventLog('FileEventLog', simulatedHarness);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'event-log-'));
});
afterEach(() => rm(root, { recursive: true }));

const openReal = (options: Partial<FileEventLogOptions> = {}): Promise<FileEventLog> =>
  FileEventLog.open({ logRoot: root, ...bounds, ...options });

test('a segment on a real disk is whole, and its folder is named by the log id', async () => {
  const log = await openReal();
  await Promise.all(['{}', '{"é":1}', '[1]'].map((body) => log.append(record(body))));
  await log.append(record('{"stack":[]}', 'crash'));
  await log.close();
  expect(await readdir(root)).toEqual([log.logId]);
  expect((await readdir(log.folder)).sort()).toEqual(['0000000001.ndjson', 'acknowledged', 'loaded', 'quarantine']);
  const [segment] = await readSealedSegments(nodeFileDriver, root);
  expect(segment?.reading.isWhole).toBe(true);
  expect(segment?.bodies).toEqual(['{}', '{"é":1}', '[1]', '{"stack":[]}']);
  expect([...(segment?.reading.kinds ?? [])]).toEqual(['events', 'crash']);
});

test('every line is JSON that any reader can filter', async () => {
  const log = await openReal();
  await log.append(record('{"batch":[]}'));
  await log.close();
  const text = await readFile(join(log.folder, '0000000001.ndjson'), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.$)).toEqual(['segment', 'group', undefined, 'seal']);
});

test('a segment is sealed some time after its first record, and none is sealed while idle', async () => {
  const sealed: SealedSegment[] = [];
  const log = await openReal({ sealAfterMs: 20, onSealed: (segment) => sealed.push(segment) });
  await log.append(record('{}'));
  await expect.poll(() => sealed.length, { interval: 5 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(sealed).toHaveLength(1);
  expect(sealed[0]?.id).toEqual({ logId: log.logId, number: 1 });
  expect(sealed[0]?.bytes).toBe((await readFile(sealed[0]?.path ?? '')).length);
  await log.close();
  expect(sealed).toHaveLength(1);
});

test('a segment is sealed at its size, and the next goes on with sequence and group', async () => {
  const log = await openReal({ sealBytes: 2_000, sealAfterMs: 60_000 });
  for (let n = 0; n < 30; n++) await log.append(record(`{"n":${n},"pad":"${'x'.repeat(100)}"}`));
  await log.close();
  const segments = await readSealedSegments(nodeFileDriver, root);
  expect(segments.length).toBeGreaterThan(2);
  expect(segments.map((segment) => segment.number)).toEqual(segments.map((_, index) => index + 1));
  for (const [index, { reading }] of segments.entries()) {
    const next = segments[index + 1]?.reading;
    expect(reading.isWhole).toBe(true);
    if (next === undefined) continue;
    expect([next.firstGroup, next.firstSequence]).toEqual([reading.nextGroup, reading.nextSequence]);
  }
});

test('parallel appends share syncs', async () => {
  const disk = new SimulatedDisk(seededRandom(1));
  const log = await FileEventLog.open({ logRoot, ...bounds, driver: disk.driver() });
  await log.append(record('{}'));
  const before = disk.syncs;
  await Promise.all(Array.from({ length: 100 }, () => log.append(record('{}'))));
  expect(disk.syncs - before).toBeLessThan(5);
  await log.close();
});

test('a growing backlog refuses appends until the store has caught up', async () => {
  const sealed: SealedSegment[] = [];
  const log = await openReal({ maxUnloadedBytes: 3_000, sealBytes: 500, onSealed: (segment) => sealed.push(segment) });
  const pad = record(`"${'x'.repeat(400)}"`);
  const appendUntilRefused = async () => {
    for (let n = 0; n < 50; n++) await log.append(pad);
  };
  await expect(appendUntilRefused()).rejects.toMatchObject({ reason: 'backlog_full' });
  expect(log.status().unavailable).toBe('backlog_full');
  await expect.poll(() => sealed.length).toBe(log.status().unloadedSegments);
  expect(log.status().unloadedBytes).toBe(sealed.reduce((sum, segment) => sum + segment.bytes, 0));
  const last = sealed.at(-1);
  if (last !== undefined) log.release(last.id);
  expect(log.status()).toMatchObject({ unloadedBytes: 0, unloadedSegments: 0 });
  await log.append(pad);
  await log.close();
});

test('the waiting queue is bounded', async () => {
  const log = await openReal({ maxWaitingBytes: 5_000 });
  const pad = record(`"${'x'.repeat(900)}"`);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => log.append(pad)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.length).toBeLessThan(20);
  await log.close();
  const [segment] = await readSealedSegments(nodeFileDriver, root);
  expect(segment?.reading.records).toBe(20 - refused.length);
});

test('a disk with too little room left refuses appends and takes them again when there is room', async () => {
  const disk = new SimulatedDisk(seededRandom(1));
  disk.freeBytes = 100;
  const log = await FileEventLog.open({ logRoot, ...bounds, minFreeBytes: 1_000, driver: disk.driver() });
  await expect(log.append(record('{}'))).rejects.toMatchObject({ reason: 'disk_full' });
  disk.freeBytes = 10_000;
  await expect.poll(() => log.status().unavailable, { timeout: 60_000 }).toBeUndefined();
  await log.append(record('{}'));
  expect(log.status().freeBytes).toBe(10_000);
  await log.close();
});

test('a root with two logs is refused by name', async () => {
  const first = await openReal();
  await first.close();
  await nodeFileDriver.makeDirectory(join(root, '018f2f6e-7c1a-7000-8000-00000000abcd'));
  await expect(openReal()).rejects.toThrow('several logs');
});

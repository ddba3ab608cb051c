import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../telemetry/testing/seeded-random.ts';
import { record } from '../sample-segment.ts';
import { openName } from '../segment-names.ts';
import type { FileDriver } from './file-driver.ts';
import { FileEventLog } from './file-event-log.ts';
import type { FileEventLogOptions } from './file-event-log-options.ts';
import type { LogStep } from './log-observer.ts';
import { readSealedSegments } from './read-back.ts';
import { type DiskOperation, ioError, SimulatedDisk } from './simulated-disk.ts';

const logRoot = '/disk/log';
const bodies = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `{"n":${from + index}}`);

async function openOn(disk: SimulatedDisk, options: Partial<FileEventLogOptions> = {}): Promise<FileEventLog> {
  const bounds = { maxUnloadedBytes: 1e9, minFreeBytes: 0, retryAfterMs: 1, sealAfterMs: 60_000 };
  return FileEventLog.open({ logRoot, ...bounds, driver: disk.driver(), ...options });
}

const readBodies = async (disk: SimulatedDisk): Promise<string[]> =>
  (await readSealedSegments(disk.driver(), logRoot)).flatMap((segment) => segment.bodies);

/** Which appends were acknowledged. */
async function appendEach(log: FileEventLog, list: readonly string[]): Promise<string[]> {
  const results = await Promise.allSettled(list.map((body) => log.append(record(body))));
  return list.filter((_, index) => results[index]?.status === 'fulfilled');
}

const failTimes = (disk: SimulatedDisk, times: number, operations: readonly DiskOperation[], code = 'EIO'): void => {
  let left = times;
  disk.fault = (operation) => {
    if (!operations.includes(operation) || left === 0) return undefined;
    left--;
    return ioError(code);
  };
};

/** What a start finds on a disk that works again. */
async function readAfterPowerCut(disk: SimulatedDisk): Promise<string[]> {
  disk.cutPower();
  disk.fault = () => undefined;
  await (await openOn(disk)).close();
  return readBodies(disk);
}

/** A log on it takes what failed for done; `hidden` tells which operations that were. */
function hidingFailures(driver: FileDriver): { readonly driver: FileDriver; readonly hidden: Set<string> } {
  const hidden = new Set<string>();
  const hide = async <T>(operation: string, work: Promise<T>, done: T): Promise<T> => {
    try {
      return await work;
    } catch {
      hidden.add(operation);
      return done;
    }
  };
  return {
    hidden,
    driver: {
      ...driver,
      writev: (fd, parts) => hide('writev', driver.writev(fd, parts), Buffer.concat(parts).length),
      fdatasync: (fd) => hide('fdatasync', driver.fdatasync(fd), undefined),
    },
  };
}

for (const operation of ['writev', 'fdatasync'] as const) {
  test(`a ${operation} that fails once costs nothing: the group goes into a new segment`, async () => {
    const disk = new SimulatedDisk(seededRandom(3));
    const failures: LogStep[] = [];
    const log = await openOn(disk, { observe: { failed: (step) => failures.push(step) } });
    await appendEach(log, bodies(0, 3));
    failTimes(disk, 1, [operation]);
    expect(await appendEach(log, bodies(3, 6))).toEqual(bodies(3, 6));
    expect(failures).toEqual(['write']);
    await log.close();
    const segments = await readSealedSegments(disk.driver(), logRoot);
    expect(segments.map((segment) => segment.bodies)).toEqual([bodies(0, 3), bodies(3, 6)]);
    expect(segments.every(({ reading }) => reading.isWhole)).toBe(true);
    expect(segments[1]?.reading.firstGroup).toBe(segments[0]?.reading.nextGroup);
  });

  test(`a ${operation} that fails three times refuses, takes everything back and goes on by itself`, async () => {
    const disk = new SimulatedDisk(seededRandom(4));
    const log = await openOn(disk);
    const acknowledged = await appendEach(log, bodies(0, 3));
    failTimes(disk, 3, [operation]);
    expect(await appendEach(log, bodies(3, 6))).toEqual([]);
    expect(log.status().unavailable).toBe('write_failed');
    await expect.poll(() => log.status().unavailable, { interval: 2 }).toBeUndefined();
    acknowledged.push(...(await appendEach(log, bodies(6, 9))));
    expect(acknowledged).toEqual([...bodies(0, 3), ...bodies(6, 9)]);
    expect(await readAfterPowerCut(disk)).toEqual(acknowledged);
  });

  test(`a ${operation} that fails for ever refuses everything, and a power cut leaves what was acknowledged`, async () => {
    const disk = new SimulatedDisk(seededRandom(5));
    const log = await openOn(disk);
    await appendEach(log, bodies(0, 3));
    failTimes(disk, Number.POSITIVE_INFINITY, [operation]);
    for (let round = 0; round < 5; round++) {
      expect(await appendEach(log, bodies(10 + round, 11 + round))).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    expect(await readAfterPowerCut(disk)).toEqual(bodies(0, 3));
  });

  test(`negative control: a log that takes a ${operation} that failed for done has lost what it acknowledged`, async () => {
    const disk = new SimulatedDisk(seededRandom(5));
    const { driver, hidden } = hidingFailures(disk.driver());
    const log = await openOn(disk, { driver });
    await appendEach(log, bodies(0, 3));
    failTimes(disk, Number.POSITIVE_INFINITY, [operation]);
    const acknowledged = await appendEach(log, bodies(3, 6));
    expect(acknowledged).toEqual(bodies(3, 6));
    expect([...hidden]).toEqual([operation]);
    const found = await readAfterPowerCut(disk);
    expect(acknowledged.filter((body) => !found.includes(body)).length).toBeGreaterThan(0);
  });
}

test('a full disk is called by its name and appends resume when there is space again', async () => {
  const disk = new SimulatedDisk(seededRandom(6));
  const log = await openOn(disk);
  await appendEach(log, bodies(0, 2));
  failTimes(disk, Number.POSITIVE_INFINITY, ['writev', 'create'], 'ENOSPC');
  await expect(log.append(record('{"n":2}'))).rejects.toMatchObject({ reason: 'disk_full' });
  await expect(log.append(record('{"n":3}'))).rejects.toMatchObject({ reason: 'disk_full' });
  disk.fault = () => undefined;
  await expect.poll(() => log.status().unavailable, { interval: 2 }).toBeUndefined();
  await appendEach(log, bodies(4, 6));
  await log.close();
  expect(await readBodies(disk)).toEqual([...bodies(0, 2), ...bodies(4, 6)]);
});

test('refused records stay away although cutting them off was lost with the power', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const disk = new SimulatedDisk(seededRandom(seed));
    const log = await openOn(disk);
    await appendEach(log, bodies(0, 3));
    // Sealing the failed segment does not work either, so that it is still there, open, when the power goes.
    let syncsToFail = 2;
    disk.fault = (operation) => {
      if (operation === 'fdatasync' && syncsToFail-- > 0) return ioError('EIO');
      return operation === 'rename' ? ioError('EIO') : undefined;
    };
    expect(await appendEach(log, bodies(3, 6))).toEqual([]);
    await expect.poll(() => log.status().unavailable, { interval: 2 }).toBeUndefined();
    expect(await appendEach(log, bodies(6, 8))).toEqual(bodies(6, 8));
    disk.cutPower();
    disk.fault = () => undefined;
    await (await openOn(disk)).close();
    expect(await readBodies(disk)).toEqual([...bodies(0, 3), ...bodies(6, 8)]);
  }
});

test('a segment that cannot be sealed holds back its successors, and nothing is lost', async () => {
  const disk = new SimulatedDisk(seededRandom(8));
  const sealed: number[] = [];
  const log = await openOn(disk, { sealBytes: 100, onSealed: ({ id }) => sealed.push(id.number) });
  disk.fault = (operation, path) =>
    operation === 'rename' && path.includes('0000000001') ? ioError('EIO') : undefined;
  for (const body of bodies(0, 4)) await log.append(record(body));
  expect(sealed).toEqual([]);
  disk.fault = () => undefined;
  await expect.poll(() => sealed.length, { interval: 2 }).toBe(4);
  expect(sealed).toEqual([1, 2, 3, 4]);
  await log.close();
  expect(await readBodies(disk)).toEqual(bodies(0, 4));
});

test('a log whose recovery fails starts unavailable and becomes available by itself', async () => {
  const disk = new SimulatedDisk(seededRandom(9));
  await appendEach(await openOn(disk), bodies(0, 3));
  disk.killProcess();
  disk.fault = (operation) => (operation === 'writev' ? ioError('ENOSPC') : undefined);
  const sealed: number[] = [];
  const log = await openOn(disk, { onSealed: ({ id }) => sealed.push(id.number) });
  await expect(log.append(record('{"n":3}'))).rejects.toMatchObject({ reason: 'disk_full' });
  disk.fault = () => undefined;
  await expect.poll(() => log.status().unavailable, { interval: 2 }).toBeUndefined();
  expect(sealed).toEqual([1]);
  await appendEach(log, bodies(4, 6));
  await log.close();
  expect(await readBodies(disk)).toEqual([...bodies(0, 3), ...bodies(4, 6)]);
});

test('a rewritten group does not appear twice although its first file could not be removed before a kill', async () => {
  const disk = new SimulatedDisk(seededRandom(10));
  const log = await openOn(disk, { sealBytes: 100 });
  let syncsToFail = 1;
  disk.fault = (operation) => {
    if (operation === 'fdatasync' && syncsToFail-- > 0) return ioError('EIO');
    return operation === 'unlink' ? ioError('EIO') : undefined;
  };
  expect(await appendEach(log, bodies(0, 3))).toEqual(bodies(0, 3));
  await new Promise((resolve) => setTimeout(resolve, 10));
  disk.killProcess();
  disk.fault = () => undefined;
  await (await openOn(disk)).close();
  expect(await readBodies(disk)).toEqual(bodies(0, 3));
});

test('while sealing is stuck the number of open segments stays bounded, and it catches up', async () => {
  const disk = new SimulatedDisk(seededRandom(11));
  const log = await openOn(disk, { sealBytes: 100 });
  disk.fault = (operation) => (operation === 'rename' ? ioError('EIO') : undefined);
  for (const body of bodies(0, 40)) await log.append(record(body));
  expect(log.status().unloadedSegments).toBeLessThan(20);
  disk.fault = () => undefined;
  await log.append(record('{"n":40}'));
  await log.close();
  expect(await readBodies(disk)).toEqual(bodies(0, 41));
});

test('a segment that is deleted while it is written to: the next group goes into another one, and the loss is reported', async () => {
  const disk = new SimulatedDisk(seededRandom(12));
  const failures: [LogStep, string][] = [];
  const observe = { failed: (step: LogStep, error: unknown) => failures.push([step, String(error)]) };
  const log = await openOn(disk, { observe });
  await appendEach(log, bodies(0, 3));
  disk.remove(join(log.folder, openName(1)));
  expect(await appendEach(log, bodies(3, 6))).toEqual(bodies(3, 6));
  await log.seal();
  await log.close();
  expect(await readBodies(disk)).toEqual(bodies(3, 6));
  expect(failures.map(([step]) => step).sort()).toEqual(['lost', 'write']);
  expect(failures.join()).toContain('3 records are lost');
});

test('while the directory is not in its place nothing is acknowledged, sealed or cut; afterwards it goes on', async () => {
  const disk = new SimulatedDisk(seededRandom(13));
  const changes: boolean[] = [];
  const failures: LogStep[] = [];
  let isInPlace = true;
  const log = await openOn(disk, {
    isInPlace: () => isInPlace,
    observe: { placeChanged: (isBack) => changes.push(isBack), failed: (step) => failures.push(step) },
  });
  const acknowledged = await appendEach(log, bodies(0, 3));
  isInPlace = false;
  disk.fault = () => ioError('ENOENT');
  await expect(log.append(record('{"n":3}'))).rejects.toMatchObject({ reason: 'directory_gone' });
  await expect(log.append(record('{"n":4}'))).rejects.toMatchObject({ reason: 'directory_gone' });
  expect(log.status().unavailable).toBe('directory_gone');
  await new Promise((resolve) => setTimeout(resolve, 20));
  isInPlace = true;
  disk.fault = () => undefined;
  await expect.poll(() => log.status().unavailable, { interval: 2 }).toBeUndefined();
  acknowledged.push(...(await appendEach(log, bodies(5, 7))));
  await log.seal();
  await log.close();
  expect(await readBodies(disk)).toEqual(acknowledged);
  expect(acknowledged).toEqual([...bodies(0, 3), ...bodies(5, 7)]);
  expect(changes).toEqual([false, true]);
  // What fails because of it is not told again with every attempt.
  expect(failures.length).toBeLessThan(4);
});

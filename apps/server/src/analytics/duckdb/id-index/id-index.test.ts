import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HashColumns } from './hash-columns.ts';
import { IdIndex, type IdIndexOptions } from './id-index.ts';
import { RunDamaged } from './run-pages.ts';

let folder: string;
let failures: unknown[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lamppost-ids-')), 'ids');
  failures = [];
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true, force: true });
  expect(failures).toEqual([]);
});

const options = (more: Partial<IdIndexOptions> = {}): IdIndexOptions => ({
  folder,
  filterBytes: 2 ** 20,
  runIds: 1_000,
  onMergeFailed: (error) => failures.push(error),
  ...more,
});

const STORE = '0190a6c4-1111-7abc-8def-00000000000f';

/** Hashes that are spread like those of ids; the same ones for the same numbers. */
function hashesOf(first: number, count: number): HashColumns {
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let at = 0; at < count; at++) [low[at], high[at]] = [mixed(2 * (first + at)), mixed(2 * (first + at) + 1)];
  return { low, high };
}

function mixed(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  return (x ^ (x >>> 16)) >>> 0;
}

async function filled(
  ids: number,
  more: Partial<IdIndexOptions> = {},
  perLoad = ids < 10_000 ? 250 : 1_000,
): Promise<IdIndex> {
  const index = await IdIndex.create(options(more), STORE);
  await index.filled(0);
  for (let load = 1; load <= ids / perLoad; load++) {
    index.add([hashesOf((load - 1) * perLoad, perLoad)], { 7: [load, load] });
    await index.beforeCommit(load);
  }
  await index.merged();
  return index;
}

function missing(index: IdIndex, first: number, count: number): number {
  const { low, high } = hashesOf(first, count);
  return low.reduce((sum, l, at) => sum + (index.find(l, high[at] as number) === undefined ? 1 : 0), 0);
}

test('every id that was added is found, through runs, merges of several levels and a new start', async () => {
  const index = await filled(40_000);
  expect(missing(index, 0, 40_000)).toBe(0);
  expect(missing(index, 40_000, 10_000)).toBe(10_000);
  expect(index.ids).toBe(40_000);
  const runs = readdirSync(folder).filter((name) => name.endsWith('.ids'));
  expect(runs.length).toBeLessThan(10);
  await index.close();
  const again = await IdIndex.open(options(), STORE, 40);
  expect(again && missing(again, 0, 40_000)).toBe(0);
  expect(again && missing(again, 40_000, 10_000)).toBe(10_000);
  await again?.close();
});

test('with a hundredth of the memory it still finds every id and nothing else', async () => {
  const index = await filled(40_000, { filterBytes: 40_000 / 80 });
  expect(missing(index, 0, 40_000)).toBe(0);
  expect(missing(index, 40_000, 10_000)).toBe(10_000);
  await index.close();
});

test('the filters stay within their memory while ids grow tenfold', async () => {
  const filterBytes = 50_000;
  const index = await filled(200_000, { filterBytes, runIds: 4_000 }, 4_000);
  expect(index.filterBytes).toBeLessThanOrEqual(filterBytes);
  expect(missing(index, 0, 200_000)).toBe(0);
  await index.close();
});

test('an id that came twice is found where it came first and where it came again', async () => {
  const index = await filled(40_000);
  index.add([hashesOf(0, 1)], { 7: [41, 41] });
  const { low, high } = hashesOf(0, 1);
  expect(index.find(low[0] as number, high[0] as number)?.[7]).toEqual([1, 41]);
  await index.close();
});

test('an id is found in the stretch of the log that it came from', async () => {
  const index = await filled(40_000);
  const { low, high } = hashesOf(39_999, 1);
  const [first, last] = index.find(low[0] as number, high[0] as number)?.[7] ?? [0, 0];
  expect(first).toBeGreaterThan(20);
  expect(last).toBe(40);
  await index.close();
});

test('what was not followed by a commit is forgotten by a new start, what was is not', async () => {
  const index = await filled(2_250);
  index.add([hashesOf(5_000, 10)], { 7: [10, 10] });
  await index.close();
  const again = await IdIndex.open(options(), STORE, 9);
  expect(again && missing(again, 0, 2_250)).toBe(0);
  expect(again && missing(again, 5_000, 10)).toBe(10);
  await again?.close();
});

test('an index of another store, or one that is behind the store, is not opened', async () => {
  const index = await filled(2_250);
  await index.close();
  expect(await IdIndex.open(options(), '0190a6c4-2222-7abc-8def-00000000000f', 9)).toBeUndefined();
  expect(await IdIndex.open(options(), STORE, 10)).toBeUndefined();
});

test('a journal that was cut is behind the store', async () => {
  const index = await filled(750);
  await index.close();
  const journal = join(folder, readdirSync(folder).find((name) => name.endsWith('.journal')) as string);
  truncateSync(journal, readFileSync(journal).length - 5);
  expect(await IdIndex.open(options(), STORE, 3)).toBeUndefined();
  const again = await IdIndex.open(options(), STORE, 2);
  expect(again && missing(again, 0, 500)).toBe(0);
  await again?.close();
});

test('a filter that is lost or damaged is made again', async () => {
  const index = await filled(40_000);
  await index.close();
  const [one, two] = readdirSync(folder).filter((name) => name.endsWith('.filter')) as [string, string];
  rmSync(join(folder, one));
  const bytes = readFileSync(join(folder, two));
  bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] as number);
  writeFileSync(join(folder, two), bytes);
  const again = await IdIndex.open(options(), STORE, 40);
  expect(again && missing(again, 0, 40_000)).toBe(0);
  await again?.close();
});

test('a run that is lost or cut short is noticed when it is opened, one that is damaged when it is read', async () => {
  const index = await filled(40_000);
  await index.close();
  const runs = readdirSync(folder).filter((name) => name.endsWith('.ids'));
  const run = join(folder, runs[0] as string);
  const whole = readFileSync(run);
  const damaged = Buffer.from(whole);
  for (let at = 100; at < damaged.length; at += 4_096) damaged[at] = ~(damaged[at] as number);
  writeFileSync(run, damaged);
  const again = await IdIndex.open(options(), STORE, 40);
  expect(() => again && missing(again, 0, 40_000)).toThrow(RunDamaged);
  await again?.close();
  for (const length of [whole.length - 4_096, whole.length - 1]) {
    writeFileSync(run, whole.subarray(0, length));
    expect(await IdIndex.open(options(), STORE, 40)).toBeUndefined();
  }
  rmSync(run);
  expect(await IdIndex.open(options(), STORE, 40)).toBeUndefined();
});

test('hashes that differ in one half only, or repeat, are told apart', async () => {
  const half = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(0xffff_ffff, 0x8000_0000));
  const pairs = fc.array(fc.tuple(half, half), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(pairs, fc.integer({ min: 1, max: 9 }), async (added, perLoad) => {
      const index = await IdIndex.create(options({ runIds: 8 }), STORE);
      await index.filled(0);
      for (let at = 0; at < added.length; at += perLoad) {
        const some = added.slice(at, at + perLoad);
        const columns = { low: Uint32Array.from(some, ([l]) => l), high: Uint32Array.from(some, ([, h]) => h) };
        index.add([columns], {});
        await index.beforeCommit(at + 1);
      }
      await index.merged();
      const known = new Set(added.map(String));
      for (const low of [0, 1, 2, 3, 4, 0xffff_ffff, 0x8000_0000]) {
        for (const high of [0, 1, 2, 3, 4, 0xffff_ffff, 0x8000_0000]) {
          if (known.has(String([low, high]))) expect(index.find(low, high)).toBeDefined();
        }
      }
      await index.close();
    }),
    {
      numRuns: 20,
      // The filter of recent ids takes [1, 2] for one that it has: [2 ** 31, 2] stands where that would be looked for.
      examples: [
        [[[0, 1], [0x8000_0000, 2], [1, 2], ...[1, 2, 3, 4, 5, 6].map((n): [number, number] => [100 * n, n])], 1],
      ],
    },
  );
});

test('a process that dies between any two steps leaves an index that has everything, or none', async () => {
  // Files of a merge that was not finished, and of a run that no manifest names.
  const index = await filled(3_000);
  await index.close();
  for (const name of ['900.ids', '900.filter', '901.journal', 'index.json.new']) writeFileSync(join(folder, name), 'x');
  const again = await IdIndex.open(options(), STORE, 12);
  expect(again && missing(again, 0, 3_000)).toBe(0);
  expect(readdirSync(folder).filter((name) => name.startsWith('90') || name.endsWith('.new'))).toEqual([]);
  await again?.close();
});

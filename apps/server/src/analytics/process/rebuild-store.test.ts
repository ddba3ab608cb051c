import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsRecord } from '../../compose/testing/sample-log.ts';
import { SampleProcess, until } from '../../compose/testing/sample-process.ts';
import { type StoreCounters, StoreUnavailable } from '../analytics-store.ts';
import { StoreProcess } from './store-process.ts';

const file = (sample: SampleProcess): string => join(sample.storeFolder, 'store.duckdb');
const isAside = (sample: SampleProcess): boolean =>
  readdirSync(sample.storeFolder).some((name) => name.startsWith('aside-'));

/** Of DuckDB. */
const BLOCK_BYTES = 262_144;

/** Two segments are loaded, and kept as they were written and compressed; stopped. */
let original: SampleProcess;
let ids: string[];
let counters: StoreCounters;

beforeAll(async () => {
  original = new SampleProcess();
  for (const n of [1, 2]) {
    original.seal(eventsRecord({ event: `event ${n}` }, { event: 'repeat', event_id: 'same' }));
    await original.settled();
  }
  const loaded = join(original.log.folder, 'loaded');
  await until(() => readdirSync(loaded).every((name) => name.endsWith('.gz')));
  [ids, counters] = [await original.ids(), original.store.status().counters];
  await original.store.stop();
  const [first = ''] = readdirSync(loaded).sort();
  writeFileSync(join(loaded, first.replace('.gz', '')), gunzipSync(readFileSync(join(loaded, first))));
  rmSync(join(loaded, first));
});
afterAll(() => original.close());

const faults: { name: string; spoil: (path: string) => void; leavesFile: boolean }[] = [
  { name: 'deleted', spoil: (path) => rmSync(path), leavesFile: false },
  { name: 'cut in half', spoil: (path) => truncateSync(path, statSync(path).size / 2), leavesFile: true },
  { name: 'full of garbage', spoil: (path) => writeFileSync(path, Buffer.alloc(100_000, 7)), leavesFile: true },
  // The last block may be a free one.
  {
    name: 'cut short',
    spoil: (path) => truncateSync(path, statSync(path).size - BLOCK_BYTES - 4_096),
    leavesFile: true,
  },
  {
    name: 'spoilt in its first block',
    spoil: (path) => void writeSync(openSync(path, 'r+'), Buffer.alloc(64, 9), 0, 64, 12_400),
    leavesFile: true,
  },
];

for (const { name, spoil, leavesFile } of faults) {
  test(`a store file that is ${name} is rebuilt from the log with the same ids, while new segments arrive`, async () => {
    const sample = original.copy();
    spoil(file(sample));
    sample.startAgain();
    sample.seal(eventsRecord({ event: 'new' }, { event: 'repeat', event_id: 'same' }));
    await sample.settled();
    expect(isAside(sample)).toBe(leavesFile);
    expect((await sample.ids()).slice().sort().slice(0, ids.length)).toEqual([...ids].sort());
    expect(sample.store.status().counters).toEqual({
      ...counters,
      storedEvents: counters.storedEvents + 1,
      duplicateEvents: counters.duplicateEvents + 1,
    });
    await sample.close();
  });
}

test('negative control: a store that is rebuilt without one of its segments lacks what was in it', async () => {
  const sample = original.copy();
  rmSync(file(sample));
  const loaded = join(sample.log.folder, 'loaded');
  rmSync(join(loaded, readdirSync(loaded).sort().at(-1) ?? ''));
  sample.startAgain();
  await until(() => sample.store.status().state === 'ready');
  const found = await sample.ids();
  expect(ids.filter((id) => !found.includes(id))).not.toEqual([]);
  await sample.close();
});

test('while it is being rebuilt, queries reject and say how far it is', async () => {
  const sample = original.copy();
  rmSync(file(sample));
  // The loader stays at the first segment because its file cannot be read.
  const loaded = join(sample.log.folder, 'loaded');
  const first = join(loaded, readdirSync(loaded).sort()[0] ?? '');
  renameSync(first, `${first}.hidden`);
  writeFileSync(join(loaded, '0000000001.ndjson.gz'), 'no gzip');
  sample.startAgain();
  await until(() => sample.store.status().state === 'rebuilding');
  await expect(sample.names()).rejects.toThrow(/rebuilt from the log \(0 %\)/);
  await expect(sample.names()).rejects.toBeInstanceOf(StoreUnavailable);
  rmSync(join(loaded, '0000000001.ndjson.gz'));
  renameSync(`${first}.hidden`, first);
  await sample.close();
});

test('a lock that another process still holds is waited for', async () => {
  const holder = original.copy();
  holder.startAgain();
  await holder.settled();
  const second = new StoreProcess({ ...holder.settings, onLog: () => undefined });
  second.start();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(second.status()).toMatchObject({ state: 'starting', restarts: 0 });
  await holder.store.stop();
  await until(() => second.status().state === 'ready');
  expect(isAside(holder)).toBe(false);
  expect(existsSync(file(holder))).toBe(true);
  await second.stop();
  rmSync(holder.root, { recursive: true, force: true });
});

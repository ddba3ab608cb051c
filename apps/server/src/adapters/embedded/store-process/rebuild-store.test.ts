import {
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../analytics/analytics-store.ts';
import { eventsRecord } from './sample-log.ts';
import { SampleProcess, until } from './sample-process.ts';

const file = (sample: SampleProcess): string => join(sample.storeFolder, 'store.duckdb');
const isAside = (sample: SampleProcess): boolean =>
  readdirSync(sample.storeFolder).some((name) => name.startsWith('aside-'));

async function filled(): Promise<SampleProcess> {
  const sample = new SampleProcess();
  for (const n of [1, 2]) {
    sample.seal(eventsRecord({ event: `event ${n}` }, { event: 'repeat', event_id: 'same' }));
    await sample.settled();
  }
  return sample;
}

const faults: { name: string; spoil: (path: string) => void; leavesFile: boolean }[] = [
  { name: 'deleted', spoil: (path) => rmSync(path), leavesFile: false },
  { name: 'cut in half', spoil: (path) => truncateSync(path, statSync(path).size / 2), leavesFile: true },
  { name: 'full of garbage', spoil: (path) => writeFileSync(path, Buffer.alloc(100_000, 7)), leavesFile: true },
  { name: 'cut short', spoil: (path) => truncateSync(path, statSync(path).size - 4_096), leavesFile: true },
  {
    name: 'spoilt in its first block',
    spoil: (path) => void writeSync(openSync(path, 'r+'), Buffer.alloc(64, 9), 0, 64, 12_400),
    leavesFile: true,
  },
];

for (const { name, spoil, leavesFile } of faults) {
  test(`a store file that is ${name} is rebuilt from the log with the same ids, while new segments arrive`, async () => {
    const sample = await filled();
    const [ids, counters] = [await sample.ids(), sample.store.status().counters];
    await sample.store.stop();
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

test('compressed segments are rebuilt as well', async () => {
  const sample = await filled();
  const loaded = join(sample.log.folder, 'loaded');
  await until(() => readdirSync(loaded).every((name) => name.endsWith('.gz')));
  const ids = await sample.ids();
  await sample.store.stop();
  rmSync(file(sample));
  sample.startAgain();
  await until(() => sample.store.status().state === 'ready');
  expect(await sample.ids()).toEqual(ids);
  await sample.close();
});

test('while it is being rebuilt, questions reject and say how far it is', async () => {
  const sample = await filled();
  await sample.store.stop();
  rmSync(file(sample));
  // The loader stays at the first segment because its file cannot be read.
  const loaded = join(sample.log.folder, 'loaded');
  const first = join(loaded, readdirSync(loaded).sort()[0] ?? '');
  renameSync(first, `${first}.hidden`);
  writeFileSync(join(loaded, '0000000001.ndjson.gz'), 'no gzip');
  sample.startAgain();
  await until(() => sample.store.status().state === 'rebuilding');
  await expect(sample.names()).rejects.toThrow(/rebuilt from the log, 0 %/);
  await expect(sample.names()).rejects.toBeInstanceOf(StoreUnavailable);
  rmSync(join(loaded, '0000000001.ndjson.gz'));
  renameSync(`${first}.hidden`, first);
  await sample.close();
});

test('a lock that another process still holds is waited for', async () => {
  const holder = await filled();
  const second = new (holder.store.constructor as new (options: object) => SampleProcess['store'])({
    logFolder: join(holder.root, 'log'),
    storeFolder: holder.storeFolder,
    memoryLimitMb: 128,
    questionMemoryMb: 128,
    threads: 1,
    filterMb: 16,
    loadMb: 16,
    idleMs: 50,
    checkpointFolder: holder.checkpointFolder,
    checkpointEveryMs: 0,
    onLog: () => undefined,
  });
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

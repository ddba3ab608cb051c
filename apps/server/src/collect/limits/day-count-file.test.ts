import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DAY_MS } from '@lamppost/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileEventLog } from '../event-log/file/file-event-log.ts';
import type { LogRecord } from '../event-log/log-record.ts';
import { DayCountFile } from './day-count-file.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

const day = { name: 'events-day', limit: 1_000, windowSeconds: 86_400 } as const;
const minute = { name: 'events', limit: 1_000, windowSeconds: 60 } as const;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'day-counts-'));
});
afterEach(() => rm(root, { recursive: true }));

const paths = () => ({ path: join(root, 'limits.json'), logRoot: join(root, 'log') });
const openLog = () => FileEventLog.open({ logRoot: paths().logRoot, maxUnloadedBytes: 1e9, minFreeBytes: 0 });
const batch = (projectId: string, receivedAtMs: number, items: number, kind: LogRecord['kind'] = 'events') => ({
  kind,
  projectId,
  environmentId: 'e',
  receivedAtMs,
  items,
  body: Buffer.from('{"batch":[]}'),
});

/** A process: its counts, and the file it shares with those before and after it. */
function processAt(nowMs: number | (() => number)) {
  const memory = new MemoryRateLimiter();
  const clock = typeof nowMs === 'number' ? () => nowMs : nowMs;
  const file = new DayCountFile({ ...paths(), memory, nowMs: clock });
  const used = async (projectId: string) => (await memory.look(projectId, [day]))[0];
  return { memory, file, used };
}

test('counts of a day go on in the next process; those of a minute begin anew', async () => {
  const now = Date.now();
  const first = processAt(now);
  await first.memory.spend('p', [minute, day], 300);
  await first.file.save();
  const second = processAt(now + 60 * 60 * 1000);
  await second.file.restore();
  expect(await second.used('p')).toMatchObject({ used: 300, resetsInSeconds: 23 * 3600 });
  expect((await second.memory.look('p', [minute]))[0]?.used).toBe(0);
});

test('what was acknowledged after the last write is counted from the log', async () => {
  const now = Date.now();
  const first = processAt(now);
  await first.memory.spend('p', [day], 300);
  await first.file.save();
  const log = await openLog();
  await log.append(batch('p', now - 5_000, 50));
  await log.append(batch('p', now + 1, 7));
  await log.append(batch('q', now + 2, 11));
  await log.append(batch('p', now + 3, 100, 'metrics'));
  await log.close();
  const second = processAt(now + 1_000);
  await second.file.restore();
  expect(await second.used('p')).toMatchObject({ used: 307 });
  expect(await second.used('q')).toMatchObject({ used: 11 });
});

test('also when its segments were loaded and compressed meanwhile', async () => {
  const now = Date.now();
  const first = processAt(now);
  await first.memory.spend('p', [day], 1);
  await first.file.save();
  for (const items of [2, 3, 4]) {
    const log = await openLog();
    await log.append(batch('p', now + items, items));
    await log.close();
    const sealed = join(log.folder, `000000000${items - 1}.ndjson`);
    const loaded = join(log.folder, 'loaded', `000000000${items - 1}.ndjson`);
    if (items === 2) await writeFile(`${loaded}.gz`, gzipSync(await readFile(sealed))).then(() => rm(sealed));
    if (items === 3) await rename(sealed, loaded);
  }
  const second = processAt(now + 1_000);
  await second.file.restore();
  expect(await second.used('p')).toMatchObject({ used: 10 });
});

test('a process that opens the log late does not count its own records twice', async () => {
  const now = Date.now();
  const first = processAt(now);
  await first.memory.spend('p', [day], 300);
  await first.file.save();
  const second = processAt(now + 1_000);
  const log = await openLog();
  await second.memory.spend('p', [day], 5);
  await log.append(batch('p', now + 1_500, 5));
  await log.close();
  await second.file.restore();
  expect(await second.used('p')).toMatchObject({ used: 305 });
});

test('a day that is over is not restored, and a clock that was set back makes none longer', async () => {
  const now = Date.now();
  const first = processAt(now);
  await first.memory.spend('p', [day], 300);
  await first.file.save();
  const later = processAt(now + DAY_MS);
  await later.file.restore();
  expect(await later.used('p')).toMatchObject({ used: 0 });
  const earlier = processAt(now - 10 * DAY_MS);
  await earlier.file.restore();
  expect(await earlier.used('p')).toMatchObject({ used: 300, resetsInSeconds: 86_400 });
});

test('a file that cannot be read is said, and nothing is restored', async () => {
  await writeFile(paths().path, '{"version":1,"at":');
  const { file, used } = processAt(Date.now());
  await expect(file.restore()).rejects.toThrow('limits.json is damaged or from another version');
  expect(await used('p')).toMatchObject({ used: 0 });
});

test('a day that was begun after the first write is counted from the log', async () => {
  const now = Date.now();
  await processAt(now).file.save();
  const log = await openLog();
  await log.append(batch('p', now + 5, 40));
  await log.close();
  const second = processAt(now + 3_600_000);
  await second.file.restore();
  expect(await second.used('p')).toMatchObject({ used: 40, resetsInSeconds: 23 * 3600 + 1 });
});

test('a log that cannot be read is said, and the counts of the file are restored', async () => {
  const now = Date.now();
  const first = processAt(now);
  await first.memory.spend('p', [day], 300);
  await first.file.save();
  const log = await openLog();
  await log.close();
  await writeFile(join(log.folder, 'loaded', '0000000009.ndjson.gz'), 'not gzip');
  const second = processAt(now + 1_000);
  await expect(second.file.restore()).rejects.toThrow('incorrect header check');
  expect(await second.used('p')).toMatchObject({ used: 300 });
});

test('nothing is written while nothing changes, but for once a minute and as the last thing', async () => {
  let nowMs = Date.now();
  const { file, memory } = processAt(() => nowMs);
  const writtenAt = async () => (JSON.parse(await readFile(paths().path, 'utf8')) as { at: number }).at;
  await file.save();
  const begun = nowMs;
  nowMs += 59_000;
  await file.save();
  expect(await writtenAt()).toBe(begun);
  nowMs += 1_000;
  await file.save();
  expect(await writtenAt()).toBe(nowMs);
  await memory.spend('p', [day], 1);
  await file.save();
  const first = await writtenAt();
  expect(first).toBe(nowMs);
  nowMs += 59_000;
  await file.save();
  expect(await writtenAt()).toBe(first);
  nowMs += 1_000;
  await file.save();
  expect(await writtenAt()).toBe(nowMs);
  nowMs += 1;
  await file.save({ isLast: true });
  expect(await writtenAt()).toBe(nowMs);
});

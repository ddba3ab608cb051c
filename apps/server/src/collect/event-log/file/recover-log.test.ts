import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogRecord } from '../log-record.ts';
import { expected, join as joinPieces, logId, type Piece, record, segmentOf } from '../sample-segment.ts';
import { encodeHeader } from '../segment-format.ts';
import { openName, sealedName } from '../segment-names.ts';
import { nodeFileDriver, withoutSync } from './file-driver.ts';
import type { LogFolder } from './log-folder.ts';
import { readSealedSegments } from './read-back.ts';
import { type Recovery, recoverLog } from './recover-log.ts';

let root: string;
let folder: LogFolder;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'recover-log-'));
  folder = { logId, path: join(root, logId) };
  for (const name of ['loaded', 'quarantine']) await mkdir(join(folder.path, name), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

/** Real files; what syncing is for is the crash model's matter. */
const recover = (): Promise<Recovery> => recoverLog(withoutSync(nodeFileDriver), folder);
const place = (name: string, bytes: Buffer): Promise<void> => writeFile(join(folder.path, name), bytes);
const { number } = expected;
const groups: readonly (readonly LogRecord[])[] = [[record('{"n":0}'), record('{"n":1}')], [record('{"n":2}')]];

/** Header, groups and records without the seal, sequences from 41, groups from 5. */
const unsealed = (): Piece[] => segmentOf(groups).slice(0, -1);

test('every truncation of an open segment keeps its whole records and seals them', async () => {
  const pieces = unsealed();
  const bytes = joinPieces(pieces);
  for (let length = 1; length <= bytes.length; length += 1) {
    await place(openName(number), bytes.subarray(0, length));
    const { recovered, position } = await recover();
    let end = 0;
    const kept: number[] = [];
    for (const piece of pieces) {
      end += piece.bytes.length;
      if (piece.sequence !== undefined && end <= length) kept.push(piece.sequence);
    }
    const segments = await readSealedSegments(nodeFileDriver, root);
    const found = segments.flatMap(({ reading }) => reading.lines.map((line) => line.sequence));
    expect(found, `length ${length}`).toEqual(kept);
    expect(segments.every(({ reading }) => reading.isWhole)).toBe(true);
    expect(recovered).toMatchObject([
      {
        number,
        records: kept.length,
        isDeleted: kept.length === 0,
        damage: kept.length === 0 ? expect.anything() : [],
      },
    ]);
    expect(position.nextNumber).toBe(kept.length === 0 ? 1 : number + 1);
    if (kept.length > 0) expect(position.nextSequence).toBe((kept.at(-1) ?? 0) + 1);
    await rm(join(folder.path, sealedName(number)), { force: true });
  }
});

test('a flipped byte costs at most its record; the rest is sealed and the damage is reported', async () => {
  const pieces = unsealed();
  const bytes = joinPieces(pieces);
  for (let offset = 0; offset < bytes.length; offset += 3) {
    const damaged = Buffer.from(bytes);
    damaged[offset] = (damaged[offset] ?? 0) ^ 0x10;
    await place(openName(number), damaged);
    const { recovered } = await recover();
    const [segment] = await readSealedSegments(nodeFileDriver, root);
    expect(segment?.reading.seal?.recovered, `offset ${offset}`).toBe(true);
    expect(segment?.reading.records, `offset ${offset}`).toBeGreaterThanOrEqual(2);
    if ((segment?.reading.records ?? 0) < 3) {
      const report = recovered[0];
      expect((report?.missingRecords ?? 0) + (report?.torn ?? 0), `offset ${offset}`).toBe(1);
    }
    await rm(join(folder.path, sealedName(number)));
  }
});

test('bytes that are cut although they were written whole are kept in quarantine', async () => {
  const bytes = joinPieces(unsealed());
  bytes[bytes.length - 1] = 0x0b;
  await place(openName(number), bytes);
  const { recovered } = await recover();
  expect(recovered[0]).toMatchObject({ records: 2, missingRecords: 1 });
  const [name] = await readdir(join(folder.path, 'quarantine'));
  const kept = await readFile(join(folder.path, 'quarantine', name ?? ''));
  expect(bytes.subarray(bytes.length - kept.length).equals(kept)).toBe(true);
  expect(kept.toString()).toContain('{"n":2}');
});

test('a segment that was sealed but not renamed is only renamed', async () => {
  const bytes = joinPieces(segmentOf(groups));
  await place(openName(number), bytes);
  await recover();
  expect((await readFile(join(folder.path, sealedName(number)))).equals(bytes)).toBe(true);
});

test('recovering twice changes nothing', async () => {
  await place(openName(number), joinPieces(unsealed()));
  const first = await recover();
  const bytes = await readFile(join(folder.path, sealedName(number)));
  const second = await recover();
  expect(second.recovered).toEqual([]);
  expect(second.position).toEqual(first.position);
  expect((await readFile(join(folder.path, sealedName(number)))).equals(bytes)).toBe(true);
  expect(second.unloaded).toEqual(new Map([[number, bytes.length]]));
});

test('a note in a later header cuts what was refused or written again', async () => {
  const pieces = unsealed();
  const bytes = joinPieces(pieces);
  const acknowledged = joinPieces(pieces.slice(0, 4)).length;
  const note = [{ segment: number, bytes: acknowledged }];
  await place(openName(number), bytes);
  await place(openName(number + 1), encodeHeader({ log: logId, segment: number + 1, first: 44, abandoned: note }));
  const { recovered } = await recover();
  const segments = await readSealedSegments(nodeFileDriver, root);
  expect(segments.map((segment) => segment.bodies)).toEqual([['{"n":0}', '{"n":1}']]);
  expect(recovered.map(({ records, cutBytes }) => [records, cutBytes > 0])).toEqual([
    [2, true],
    [0, true],
  ]);
});

test('a note that no writer can have made is not believed', async () => {
  const bytes = joinPieces(unsealed());
  await place(openName(number), bytes);
  const note = [{ segment: number, bytes: 100 }];
  await place(openName(number + 1), encodeHeader({ log: logId, segment: number + 1, first: 44, abandoned: note }));
  await recover();
  const segments = await readSealedSegments(nodeFileDriver, root);
  expect(segments.flatMap((segment) => segment.bodies)).toEqual(['{"n":0}', '{"n":1}', '{"n":2}']);
});

test('an open file beside its sealed copy is a leftover', async () => {
  await place(openName(number), joinPieces(unsealed()));
  await place(sealedName(number), joinPieces(segmentOf(groups)));
  await place(`${sealedName(number)}.tmp`, Buffer.from('half'));
  const { recovered } = await recover();
  expect(recovered).toEqual([]);
  expect((await readdir(folder.path)).sort()).toEqual([sealedName(number), 'loaded', 'quarantine']);
});

test('the position is behind the newest loaded segment, compressed or not', async () => {
  const sealed = joinPieces(segmentOf(groups));
  await place(sealedName(number), sealed);
  const expectedPosition = { nextNumber: number + 1, nextSequence: 44, nextGroup: 7 };
  expect((await recover()).position).toMatchObject(expectedPosition);
  await rename(join(folder.path, sealedName(number)), join(folder.path, 'loaded', sealedName(number)));
  expect(await recover()).toMatchObject({ position: expectedPosition, unloaded: new Map() });
  await place(join('loaded', `${sealedName(number)}.gz`), gzipSync(sealed));
  await rm(join(folder.path, 'loaded', sealedName(number)));
  expect((await recover()).position).toMatchObject(expectedPosition);
});

test('a newest segment that cannot be read never lets a sequence be given twice', async () => {
  await place(join('loaded', sealedName(number)), joinPieces(segmentOf(groups)).subarray(0, 250));
  expect((await recover()).position.nextSequence).toBeGreaterThan(44);
  await place(join('loaded', `${sealedName(number + 1)}.gz`), Buffer.from('no gzip at all'));
  const { position } = await recover();
  expect(position.nextSequence).toBeGreaterThan(1_000);
  expect(position.nextNumber).toBe(number + 2);
});

test('a segment of 26 MiB is recovered without a noticeable pause', async () => {
  const body = record(JSON.stringify({ pad: 'x'.repeat(9_000) }));
  const many = Array.from({ length: 95 }, () => Array.from({ length: 32 }, () => body));
  await place(openName(number), joinPieces(segmentOf(many).slice(0, -1)));
  const startedAt = performance.now();
  const { recovered } = await recover();
  expect(recovered[0]?.records).toBe(95 * 32);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

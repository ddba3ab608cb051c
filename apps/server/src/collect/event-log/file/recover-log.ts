import { join } from 'node:path';
import { addTotals, greaterTotals, type LogTotals, NO_TOTALS } from '../log-totals.ts';
import { readSegment } from '../read-segment.ts';
import { totalsOf } from '../segment-account.ts';
import { encodeSeal } from '../segment-format.ts';
import { openName, QUARANTINE_FOLDER, quarantineName, sealedName } from '../segment-names.ts';
import type { DamageReason, SegmentReading } from '../segment-reading.ts';
import { acknowledgedLength } from './acknowledged-length.ts';
import { readMark } from './acknowledged-mark.ts';
import { type FileDriver, isAbsent, unlinkIfThere, writeAll } from './file-driver.ts';
import { findPosition, type LogPosition, type RecoveredReading } from './find-position.ts';
import { listLog } from './list-log.ts';
import type { LogFolder } from './log-folder.ts';
import type { RecoveredSegment } from './log-observer.ts';

export interface Recovery {
  readonly position: LogPosition & { readonly totals: LogTotals };
  /** Segments that a dead process left open. */
  readonly recovered: readonly RecoveredSegment[];
  /** Sealed and not in the store, with their bytes. */
  readonly unloaded: ReadonlyMap<number, number>;
  /** Acknowledged once, and not in the log any more, as far as the mark beside the segments tells. */
  readonly lost: LogTotals;
}

interface OpenSegment {
  readonly number: number;
  readonly bytes: Buffer;
  readonly reading: SegmentReading;
}

/** Brings the folder that a process left, however it ended, into the state that a clean end leaves. Repeatable. */
export async function recoverLog(driver: FileDriver, folder: LogFolder): Promise<Recovery> {
  const listing = await listLog(driver, folder.path);
  for (const name of listing.temporary) await unlinkIfThere(driver, join(folder.path, name));
  const isSealed = new Set([...listing.sealed, ...listing.loaded.keys()]);
  const open: OpenSegment[] = [];
  for (const number of listing.open) {
    const path = join(folder.path, openName(number));
    // The copy that took its place was renamed before this one could be removed.
    if (isSealed.has(number)) await driver.unlink(path);
    else open.push(await readOpen(driver, folder.logId, number, path));
  }
  await driver.syncDirectory(folder.path);
  const recovered: RecoveredSegment[] = [];
  const readings = new Map<number, RecoveredReading>();
  const mark = await readMark(driver, folder.path);
  for (const [index, segment] of open.entries()) {
    const later = open.slice(index + 1);
    // A later segment says what was kept before it; the mark is for the last one.
    const isLast = later.every(({ reading }) => reading.header?.before === undefined);
    const { report, ...settled } = await settle(driver, folder, segment, later, isLast ? mark?.totals : undefined);
    // One that was prepared and never used is nothing to speak of.
    if (segment.bytes.length > 0) recovered.push(report);
    readings.set(segment.number, settled);
  }
  const settled = await listLog(driver, folder.path);
  const { totals, ...found } = await findPosition(driver, folder, settled, readings);
  const inSegments = [...readings.values()].reduce((sum, { lost }) => addTotals(sum, lost), NO_TOTALS);
  return {
    position: {
      // Nothing is named twice, not even where everything behind the mark is gone.
      nextNumber: Math.max(found.nextNumber, (mark?.segment ?? 0) + 1),
      nextSequence: Math.max(found.nextSequence, mark?.nextSequence ?? 1),
      nextGroup: Math.max(found.nextGroup, mark?.nextGroup ?? 1),
      totals: greaterTotals(totals ?? NO_TOTALS, mark?.totals ?? NO_TOTALS),
    },
    recovered,
    unloaded: await sizes(driver, folder, settled.sealed),
    lost: addTotals(inSegments, missingIn(totals, mark?.totals)),
  };
}

/** What the mark tells of and is not there; nothing where either is not known. */
const missingIn = (present: LogTotals | undefined, mark: LogTotals | undefined): LogTotals => ({
  records: Math.max(0, (mark?.records ?? 0) - (present?.records ?? Number.POSITIVE_INFINITY)),
  events: Math.max(0, (mark?.events ?? 0) - (present?.events ?? Number.POSITIVE_INFINITY)),
});

async function sizes(driver: FileDriver, folder: LogFolder, numbers: readonly number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const number of numbers) {
    try {
      found.set(number, await driver.size(join(folder.path, sealedName(number))));
    } catch (error) {
      // The loader has moved it meanwhile.
      if (!isAbsent(error)) throw error;
    }
  }
  return found;
}

async function readOpen(driver: FileDriver, logId: string, number: number, path: string): Promise<OpenSegment> {
  const bytes = await driver.read(path);
  return { number, bytes, reading: readSegment(bytes, { logId, number }) };
}

async function settle(
  driver: FileDriver,
  folder: LogFolder,
  segment: OpenSegment,
  later: readonly OpenSegment[],
  mark: LogTotals | undefined,
): Promise<RecoveredReading & { readonly report: RecoveredSegment }> {
  const { number, bytes } = segment;
  const kept = bytes.subarray(0, acknowledgedLength(segment, later));
  const isCut = kept.length < bytes.length;
  const reading = isCut ? readSegment(kept, { logId: folder.logId, number }) : segment.reading;
  const lineBytes = reading.lineBytes;
  const present = presentIn(kept, reading);
  const isKept = reading.records > 0;
  const lost = isKept ? missingIn(present, mark) : NO_TOTALS;
  const totals = present && addTotals(present, lost);
  const path = join(folder.path, openName(number));
  if (reading.records === 0 || hasDamagedTail(reading)) {
    await quarantine(driver, folder, number, kept, reading.records === 0 ? 0 : lineBytes, reading);
  }
  if (reading.records === 0) {
    await driver.unlink(path);
    await driver.syncDirectory(folder.path);
  } else await sealAndRename(driver, folder, segment, reading, totals);
  const keptBytes = reading.records === 0 ? 0 : reading.isWhole ? bytes.length : lineBytes;
  const report: RecoveredSegment = {
    number,
    records: reading.records,
    torn: reading.torn,
    cutBytes: bytes.length - keptBytes,
    missingRecords: reading.missingRecords,
    damage: reading.damage.filter(({ reason }) => !expectedWhenOpen.has(reason)),
    isDeleted: reading.records === 0,
  };
  return { report, reading, lost, ...(totals === undefined ? {} : { totals }) };
}

/** Kept up to the end of the segment; what it announces and lacks was kept as well. */
function presentIn(bytes: Buffer, reading: SegmentReading): LogTotals | undefined {
  const before = reading.header?.before;
  if (before === undefined) return undefined;
  return addTotals(addTotals(before, totalsOf(bytes, reading)), { records: reading.missingRecords, events: 0 });
}

const expectedWhenOpen: ReadonlySet<DamageReason> = new Set<DamageReason>(['unsealed', 'torn']);

/** The file ends inside a line of a group that is all there: those bytes were written whole once. */
const hasDamagedTail = (reading: SegmentReading): boolean =>
  reading.damage.some(({ offset, reason }) => offset === reading.lineBytes && reason === 'unreadable');

/** Keeps a copy of bytes that recovery removes although they may have been acknowledged. */
async function quarantine(
  driver: FileDriver,
  folder: LogFolder,
  number: number,
  bytes: Buffer,
  offset: number,
  reading: SegmentReading,
): Promise<void> {
  const isSuspect = reading.damage.some(({ length, reason }) => length > 0 && !expectedWhenOpen.has(reason));
  if (!isSuspect) return;
  const quarantineFolder = join(folder.path, QUARANTINE_FOLDER);
  const path = join(quarantineFolder, quarantineName(number, offset));
  await unlinkIfThere(driver, path);
  await appendDurably(driver, await driver.create(path), bytes.subarray(offset));
  await driver.syncDirectory(quarantineFolder);
}

async function sealAndRename(
  driver: FileDriver,
  folder: LogFolder,
  { number, bytes }: OpenSegment,
  reading: SegmentReading,
  totals: LogTotals | undefined,
): Promise<void> {
  const path = join(folder.path, openName(number));
  const { lineBytes } = reading;
  if (!reading.isWhole && lineBytes < bytes.length) await driver.truncate(path, lineBytes);
  const seal = encodeSeal({
    segment: number,
    records: reading.records,
    groups: reading.groups.length,
    bytes: lineBytes,
    next: reading.lines.reduce((greatest, line) => Math.max(greatest, line.sequence), 0) + 1,
    nextGroup: reading.nextGroup ?? 0,
    ...(totals === undefined ? {} : { after: totals }),
    recovered: true,
    torn: reading.torn,
  });
  // Nothing says that what the dead process wrote last has reached the disk, so the sync is due even without a new line.
  await appendDurably(driver, await driver.open(path), reading.isWhole ? Buffer.alloc(0) : seal);
  await driver.rename(path, join(folder.path, sealedName(number)));
  await driver.syncDirectory(folder.path);
}

async function appendDurably(driver: FileDriver, fd: number, bytes: Buffer): Promise<void> {
  try {
    if (bytes.length > 0) await writeAll(driver, fd, [bytes]);
    await driver.fsync(fd);
  } finally {
    await driver.close(fd);
  }
}

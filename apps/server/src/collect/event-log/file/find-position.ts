import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type LogTotals, NO_TOTALS } from '../log-totals.ts';
import { readSegment } from '../read-segment.ts';
import { accountOf } from '../segment-account.ts';
import { LOADED_FOLDER, sealedName } from '../segment-names.ts';
import type { SegmentReading } from '../segment-reading.ts';
import type { FileDriver } from './file-driver.ts';
import type { LogListing } from './list-log.ts';
import type { LogFolder } from './log-folder.ts';

/** What the next segment, record and group are called. */
export interface LogPosition {
  readonly nextNumber: number;
  readonly nextSequence: number;
  readonly nextGroup: number;
  /** Kept before it; absent when the newest segment is of a version that did not count. */
  readonly totals?: LogTotals;
}

/** A segment that recovery has read and settled. */
export interface RecoveredReading {
  readonly reading: SegmentReading;
  /** Kept up to its end; absent where the log did not count. */
  readonly totals?: LogTotals;
  /** Acknowledged in it, and not there any more. */
  readonly lost: LogTotals;
}

const unzip = promisify(gunzip);

/** Behind everything that was ever written, as far as the newest segments tell. */
export async function findPosition(
  driver: FileDriver,
  folder: LogFolder,
  listing: LogListing,
  recovered: ReadonlyMap<number, RecoveredReading>,
): Promise<LogPosition> {
  const numbers = [...new Set([...listing.sealed, ...listing.loaded.keys()])].sort((a, b) => b - a);
  let nextSequence = 1;
  let nextGroup = 1;
  let unseen = 0;
  // A log without segments has kept nothing.
  let totals: LogTotals | undefined = numbers.length === 0 ? NO_TOTALS : undefined;
  for (const number of numbers) {
    const known = recovered.get(number);
    const {
      reading,
      maxBytes,
      totals: kept,
    } = known === undefined
      ? await readSealed(driver, folder, number, listing)
      : { reading: known.reading, maxBytes: known.reading.lineBytes, totals: known.totals };
    if (number === numbers[0]) totals = kept;
    nextSequence = Math.max(nextSequence, reading.nextSequence ?? 1);
    nextGroup = Math.max(nextGroup, reading.nextGroup ?? 1);
    // What recovery has just sealed was read up to where it ends.
    const isEndKnown = reading.damage.every(({ reason }) => reason !== 'seal' && reason !== 'unsealed');
    if (isEndKnown || (known !== undefined && reading.missingRecords === 0)) break;
    // It may have held sequences that cannot be read, but no more of them than bytes; gaps are legal.
    unseen += maxBytes;
  }
  const nextNumber = 1 + Math.max(0, ...numbers, ...listing.quarantined);
  const position = { nextNumber, nextSequence: nextSequence + unseen, nextGroup };
  return totals === undefined ? position : { ...position, totals };
}

/** No deflate stream grows by more than this. */
const MAX_INFLATION = 1_032;

async function readSealed(
  driver: FileDriver,
  { logId, path }: LogFolder,
  number: number,
  listing: LogListing,
): Promise<{ readonly reading: SegmentReading; readonly maxBytes: number; readonly totals: LogTotals | undefined }> {
  const loadedName = listing.loaded.get(number);
  const place = loadedName === undefined ? sealedName(number) : join(LOADED_FOLDER, loadedName);
  const stored = await driver.read(join(path, place));
  const bytes = place.endsWith('.gz') ? await inflate(stored) : stored;
  const content = bytes ?? Buffer.alloc(0);
  const reading = readSegment(content, { logId, number });
  return {
    reading,
    maxBytes: bytes?.length ?? stored.length * MAX_INFLATION,
    totals: accountOf(content, reading, number, undefined).end.totals,
  };
}

/** Undefined when the bytes are no gzip stream. */
async function inflate(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await unzip(bytes);
  } catch {
    return undefined;
  }
}

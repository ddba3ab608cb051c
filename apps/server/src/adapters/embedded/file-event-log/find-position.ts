import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readSegment } from '../../../event-log/read-segment.ts';
import { LOADED_FOLDER, sealedName } from '../../../event-log/segment-names.ts';
import type { FileDriver } from './file-driver.ts';
import type { LogListing } from './list-log.ts';
import type { LogFolder } from './log-folder.ts';

/** What the next segment, record and group are called. */
export interface LogPosition {
  readonly nextNumber: number;
  readonly nextSequence: number;
  readonly nextGroup: number;
}

const unzip = promisify(gunzip);

/** Behind everything that was ever written, as far as the newest segments tell. */
export async function findPosition(driver: FileDriver, folder: LogFolder, listing: LogListing): Promise<LogPosition> {
  const numbers = [...new Set([...listing.sealed, ...listing.loaded.keys()])].sort((a, b) => b - a);
  let nextSequence = 1;
  let nextGroup = 1;
  let unseen = 0;
  for (const number of numbers) {
    const { bytes, maxBytes } = await readSealed(driver, folder.path, number, listing);
    const reading = readSegment(bytes, { logId: folder.logId, number });
    nextSequence = Math.max(nextSequence, reading.nextSequence ?? 1);
    nextGroup = Math.max(nextGroup, reading.nextGroup ?? 1);
    const isSealReliable = reading.damage.every(({ reason }) => reason !== 'seal' && reason !== 'unsealed');
    if (isSealReliable) break;
    // It may have held sequences that cannot be read, but no more of them than bytes; gaps are legal.
    unseen += maxBytes;
  }
  const nextNumber = 1 + Math.max(0, ...numbers, ...listing.quarantined);
  return { nextNumber, nextSequence: nextSequence + unseen, nextGroup };
}

interface SealedBytes {
  readonly bytes: Buffer;
  readonly maxBytes: number;
}

/** No deflate stream grows by more than this. */
const MAX_INFLATION = 1_032;

async function readSealed(driver: FileDriver, path: string, number: number, listing: LogListing): Promise<SealedBytes> {
  const loadedName = listing.loaded.get(number);
  const bytes = await driver.read(
    loadedName === undefined ? join(path, sealedName(number)) : join(path, LOADED_FOLDER, loadedName),
  );
  if (loadedName?.endsWith('.gz') !== true) return { bytes, maxBytes: bytes.length };
  try {
    const inflated = await unzip(bytes);
    return { bytes: inflated, maxBytes: inflated.length };
  } catch {
    return { bytes: Buffer.alloc(0), maxBytes: bytes.length * MAX_INFLATION };
  }
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { eventsInLine } from '../events-in-record.ts';
import { compressedName, isLogId, LOADED_FOLDER, parseSegmentName, sealedName } from '../segment-names.ts';

const inflate = promisify(gunzip);
/** Clocks of file systems lag a little behind. */
const CLOCK_GRAIN_MS = 1_000;

/** A batch that was acknowledged. */
export interface ReceivedEvents {
  readonly projectId: string;
  readonly receivedAtMs: number;
  /** Elements of the batch, the rejected ones too. */
  readonly events: number;
}

/**
 * Batches that the logs below a folder hold of this time, the end excluded, in the order of their receipt. Segments are
 * read backwards from the newest, so it costs what has been written since.
 */
export async function receivedEvents(logRoot: string, fromMs: number, toMs: number): Promise<ReceivedEvents[]> {
  const found: ReceivedEvents[] = [];
  for (const logId of (await namesIn(logRoot)).filter(isLogId)) {
    const folder = join(logRoot, logId);
    for (const number of await newestFirst(folder)) {
      const segment = await readSegmentFile(folder, number, fromMs);
      if (segment === 'older') break;
      const batches = batchesIn(segment);
      for (const batch of batches) if (batch.receivedAtMs >= fromMs && batch.receivedAtMs < toMs) found.push(batch);
      // Compressing a segment makes its file look newer than what is in it.
      if (batches.length > 0 && batches.every(({ receivedAtMs }) => receivedAtMs < fromMs)) break;
    }
  }
  return found.sort((a, b) => a.receivedAtMs - b.receivedAtMs);
}

async function newestFirst(folder: string): Promise<number[]> {
  const names = [...(await namesIn(folder)), ...(await namesIn(join(folder, LOADED_FOLDER)))];
  const sealed = names.flatMap((name) => parseSegmentName(name) ?? []).filter(({ state }) => state !== 'open');
  return [...new Set(sealed.map(({ number }) => number))].sort((a, b) => b - a);
}

/** The store's process may move or compress it meanwhile: each place is later than the one before. */
async function readSegmentFile(folder: string, number: number, fromMs: number): Promise<Buffer | 'older'> {
  const loaded = join(folder, LOADED_FOLDER);
  const places = [
    join(folder, sealedName(number)),
    join(loaded, sealedName(number)),
    join(loaded, compressedName(number)),
  ];
  for (const path of places) {
    try {
      if ((await stat(path)).mtimeMs < fromMs - CLOCK_GRAIN_MS) return 'older';
      const bytes = await readFile(path);
      return path.endsWith('.gz') ? await inflate(bytes) : bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return Buffer.alloc(0);
}

const NEWLINE = 0x0a;
const HEAD_BYTES = 256;
/** Only records of events have no kind. */
const eventsHead = /^\{"c":\d+,"s":\d+,"p":"([^"]*)","e":"[^"]*","r":(-?\d+),/;

function batchesIn(bytes: Buffer): ReceivedEvents[] {
  const batches: ReceivedEvents[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const head = eventsHead.exec(bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES)));
    if (head !== null) {
      const [, projectId = '', receivedAt] = head;
      batches.push({ projectId, receivedAtMs: Number(receivedAt), events: eventsInLine(bytes, start, end) });
    }
    start = end + 1;
  }
  return batches;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

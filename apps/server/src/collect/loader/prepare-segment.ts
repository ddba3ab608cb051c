import type { RecordKind } from '../event-log/log-record.ts';
import { isKind } from '../event-log/parse-line.ts';
import { readSegment } from '../event-log/read-segment.ts';
import { accountOf, type Loss, lossTakenBack, NO_LOSS, type SegmentEnd } from '../event-log/segment-account.ts';
import type { Damage, SegmentReading } from '../event-log/segment-reading.ts';
import type { LostStretch, SegmentToLoad } from './load-target.ts';
import { normaliseJson } from './normalise-json.ts';
import { describeFile, type RecordLine, recordLines } from './record-line.ts';
import type { SegmentDirectory, SegmentEntry } from './segment-directory.ts';
import { recordsOf, type SegmentPart, WHOLE_SEGMENT } from './segment-part.ts';

/** A checked segment. Its records are read again should it have to be taken apart. */
export interface PreparedSegment {
  readonly toLoad: SegmentToLoad;
  readonly end: SegmentEnd;
  readonly readLines: () => Promise<readonly RecordLine[]>;
}

/**
 * Checks a segment before the store sees it. One that is whole, and wanted as a whole, is loaded from its own file; of any
 * other the good records are copied, and the damaged stretches are put into quarantine and reported.
 */
export async function prepareSegment(
  directory: SegmentDirectory,
  entry: SegmentEntry,
  previous: SegmentEnd | 'late' | undefined,
  part: SegmentPart = WHOLE_SEGMENT,
): Promise<PreparedSegment> {
  const { logId, number } = entry;
  const bytes = await directory.read(entry);
  const reading = readSegment(bytes, { logId, number });
  const account = accountOf(bytes, reading, number, previous === 'late' ? undefined : previous);
  const loss = lossOf(part, previous === 'late' ? lossTakenBack(bytes, reading) : account.loss);
  const readLines = () => readRecordLines(directory, entry, part);
  const spans = recordsOf(part, bytes, reading.lines);
  const sizes = spans.map(({ kind, start, end }) => ({ kind, byteLength: end - start }));
  if (reading.isWhole && spans.length === reading.lines.length) {
    const file = describeFile(entry.path, bytes, sizes);
    return { toLoad: { logId, number, files: [file], lost: [], loss }, end: account.end, readLines };
  }
  const lost = await setApart(directory, entry, bytes, reading, part);
  const good = Buffer.concat(recordLines(bytes, spans).map((line) => line.bytes));
  const files = sizes.length === 0 ? [] : [describeFile(await directory.writeScratch(good), good, sizes)];
  return { toLoad: { logId, number, files, lost, loss }, end: account.end, readLines };
}

const lossOf = ({ ownsLosses }: SegmentPart, loss: Loss): Loss => (ownsLosses ? loss : NO_LOSS);

/** The damaged stretches of the part: of a project where they still say of which. */
async function setApart(
  directory: SegmentDirectory,
  entry: SegmentEntry,
  bytes: Buffer,
  { damage }: SegmentReading,
  { ownsProject, ownsLosses }: SegmentPart,
): Promise<readonly LostStretch[]> {
  const own: LostStretch[] = [];
  for (const stretch of damage) {
    const lost = lostStretch(bytes, stretch, entry.number);
    if (!(lost.record === undefined ? ownsLosses : ownsProject(lost.record.projectId))) continue;
    const { offset, length } = stretch;
    if (length > 0) await directory.quarantine(entry, offset, bytes.subarray(offset, offset + length));
    own.push(lost);
  }
  return own;
}

async function readRecordLines(
  directory: SegmentDirectory,
  entry: SegmentEntry,
  part: SegmentPart,
): Promise<readonly RecordLine[]> {
  const bytes = Buffer.from(await directory.read(entry));
  return recordLines(bytes, recordsOf(part, bytes, readSegment(bytes, entry).lines));
}

function lostStretch(bytes: Buffer, { offset, length, reason, sequence }: Damage, segment: number): LostStretch {
  const stretch = { offset, bytes: length, reason };
  const isRecord = reason === 'record' || reason === 'unreadable';
  const record = isRecord ? readableRecord(bytes.subarray(offset, offset + length), sequence ?? segment) : undefined;
  return record === undefined ? stretch : { ...stretch, record };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LATEST_MS = 253_402_300_799_999;

/** What damaged bytes still say of the project that they belong to. */
export function readableRecord(bytes: Buffer, sequence: number): LostStretch['record'] {
  try {
    const value = normaliseJson(JSON.parse(bytes.toString('utf8'))) as Record<string, unknown> | null;
    const { p, e, r, k } = value ?? {};
    if (typeof p !== 'string' || typeof e !== 'string' || !uuid.test(p) || !uuid.test(e)) return undefined;
    const isTime = Number.isSafeInteger(r) && Math.abs(r as number) <= LATEST_MS;
    const receivedAtMs = isTime ? (r as number) : Date.now();
    const rawJson = JSON.stringify(value);
    const kind = typeof k === 'string' && isKind(k) ? k : 'events';
    return { projectId: p, environmentId: e, sequence, receivedAtMs, rawJson, kind, items: countItems(kind, value) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Counted from what is there: a number in damaged bytes is not to be trusted. */
function countItems(kind: RecordKind, value: Record<string, unknown> | null): number {
  if (kind !== 'events' && kind !== 'metrics') return 1;
  const { batch } = (value?.b ?? {}) as { readonly batch?: unknown };
  return lengthOf(batch) + lengthOf(value?.x);
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

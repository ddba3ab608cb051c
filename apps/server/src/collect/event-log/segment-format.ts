import { crc32 } from 'node:zlib';
import type { LogRecord, SetApart } from './log-record.ts';
import { type LogTotals, storeTotals } from './log-totals.ts';

/** docs/specs/event-log.md describes these lines for readers in other languages. */
export const SEGMENT_FORMAT = 1;

/** A segment whose writing failed: bytes behind this length were refused or written again elsewhere. */
export interface AbandonedSegment {
  readonly segment: number;
  readonly bytes: number;
}

export interface SegmentHeader {
  readonly log: string;
  readonly segment: number;
  /** Sequence that the next record gets. */
  readonly first: number;
  /** Kept by the log before this segment. Absent in segments of the first version. */
  readonly before?: LogTotals;
  readonly abandoned?: readonly AbandonedSegment[];
}

export interface GroupLine {
  /** Counts the groups of a log without gaps over all segments. */
  readonly seq: number;
  readonly count: number;
  /** Bytes of the record lines that follow, newlines included. */
  readonly len: number;
}

export interface SealLine {
  readonly segment: number;
  readonly records: number;
  readonly groups: number;
  /** Bytes before the seal line. */
  readonly bytes: number;
  /** Greater than every sequence in this segment. */
  readonly next: number;
  readonly nextGroup: number;
  /** Kept by the log up to the end of this segment. Absent in segments of the first version. */
  readonly after?: LogTotals;
  /** Sealed at start-up in place of a process that died. */
  readonly recovered?: true;
  /** Records that the last group announced and that are not there: they were never acknowledged. */
  readonly torn?: number;
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

export function encodeHeader(header: SegmentHeader): Buffer {
  const { log, segment, first, before, abandoned } = header;
  const totals = before === undefined ? {} : { before: storeTotals(before) };
  const notes = abandoned === undefined || abandoned.length === 0 ? {} : { abandoned };
  return line({ $: 'segment', format: SEGMENT_FORMAT, log, segment, first, ...totals, ...notes });
}

export const encodeGroup = ({ seq, count, len }: GroupLine): Buffer =>
  Buffer.from(`{"$":"group","seq":${seq},"count":${count},"len":${len}}\n`, 'latin1');

export const encodeSeal = ({ after, ...seal }: SealLine): Buffer =>
  line({ $: 'seal', ...seal, ...(after === undefined ? {} : { after: storeTotals(after) }) });

/** Room for `{"c":4294967295,` in front of what the checksum covers. */
const CHECKSUM_ROOM = 16;

/** One line with its newline. The body is copied once, as it is, and must be one JSON value without a raw newline. */
export function encodeRecord(record: LogRecord, sequence: number): Buffer {
  const { kind, projectId, environmentId, receivedAtMs, items, body, rejected } = record;
  if (body.includes(0x0a)) throw new RangeError('a record body must not hold a raw newline: it would split the line');
  const kindPart = kind === 'events' ? '' : `"k":"${kind}",`;
  const itemsPart = items === undefined ? '' : `"n":${items},`;
  const head = `${kindPart}"s":${sequence},"p":"${projectId}","e":"${environmentId}","r":${receivedAtMs},${itemsPart}"b":`;
  const tail = rejected === undefined || rejected.length === 0 ? '}\n' : encodeRejected(rejected);
  const bodyAt = CHECKSUM_ROOM + head.length;
  const tailAt = bodyAt + body.length;
  const bytes = Buffer.allocUnsafe(tailAt + Buffer.byteLength(tail));
  bytes.write(head, CHECKSUM_ROOM, 'latin1');
  body.copy(bytes, bodyAt);
  bytes.write(tail, tailAt);
  const checksum = `{"c":${crc32(bytes.subarray(CHECKSUM_ROOM, bytes.length - 1))},`;
  const start = CHECKSUM_ROOM - checksum.length;
  bytes.write(checksum, start, 'latin1');
  return bytes.subarray(start);
}

function encodeRejected(rejected: NonNullable<LogRecord['rejected']>): string {
  const list = rejected.map(
    ({ index, reason, eventJson, setApart }) =>
      `{"i":${index},"why":${JSON.stringify(reason)},"ev":${eventJson}${encodeSetApart(setApart)}}`,
  );
  return `,"x":[${list.join(',')}]}\n`;
}

function encodeSetApart(setApart: SetApart | undefined): string {
  if (setApart === undefined) return '';
  const { sentAt, driftMs } = setApart;
  const sent = sentAt === undefined ? '' : `,"t":${JSON.stringify(sentAt)}`;
  return `,"kind":"quarantined"${sent}${driftMs === 0 ? '' : `,"d":${driftMs}`}`;
}

import { crc32 } from 'node:zlib';
import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { RecordKind } from './log-record.ts';
import { areTotals } from './log-totals.ts';
import { type GroupLine, SEGMENT_FORMAT, type SealLine, type SegmentHeader } from './segment-format.ts';

export type ControlLine =
  | { readonly type: 'segment'; readonly header: SegmentHeader }
  | { readonly type: 'group'; readonly group: GroupLine }
  | { readonly type: 'seal'; readonly seal: SealLine };

export interface RecordHead {
  readonly sequence: number;
  readonly kind: RecordKind;
}

export const recordKinds: ReadonlySet<string> = new Set<RecordKind>([
  'events',
  'crash',
  'metrics',
  'device',
  'link',
  'user',
  'tally',
  'erase',
  'expire',
  'grouping',
  'replay',
]);
export const isKind = (text: string): text is RecordKind => recordKinds.has(text);

/** Longer ones are damage; only a header with a long list of abandoned segments comes near. */
const MAX_CONTROL_BYTES = 65_536;
/** No record line is shorter, so a group line that claims more records than fit is damaged. */
const MIN_RECORD_BYTES = 40;

const [QUOTE, DOLLAR, COMMA, COLON, C, G, BRACE] = [0x22, 0x24, 0x2c, 0x3a, 0x63, 0x67, 0x7b];

/** Whether a line that starts here claims to be a record (`{"c":`) or a control line (`{"$":`). */
export function claimAt(bytes: Buffer, at: number): 'record' | 'control' | undefined {
  if (bytes[at] !== BRACE || bytes[at + 1] !== QUOTE || bytes[at + 3] !== QUOTE || bytes[at + 4] !== COLON) {
    return undefined;
  }
  const member = bytes[at + 2];
  return member === C ? 'record' : member === DOLLAR ? 'control' : undefined;
}

/** What the record between `start` and its newline says of itself; undefined when the checksum does not hold. */
export function parseRecordLine(bytes: Buffer, start: number, newline: number): RecordHead | undefined {
  let at = start + 5;
  let checksum = 0;
  for (; at < newline && bytes[at] !== COMMA; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    checksum = checksum * 10 + digit;
    if (checksum > 0xffffffff) return undefined;
  }
  if (crc32(bytes.subarray(at + 1, newline)) !== checksum) return undefined;
  return parseRecordHead(bytes, at + 1, newline);
}

const headShape = /^(?:"k":"([a-z]+)",)?"s":(\d{1,15}),/;

function parseRecordHead(bytes: Buffer, at: number, end: number): RecordHead | undefined {
  const parts = headShape.exec(bytes.toString('latin1', at, Math.min(at + 48, end)));
  const kind = parts?.[1] ?? 'events';
  return parts !== null && isKind(kind) ? { sequence: Number(parts[2]), kind } : undefined;
}

const damagedHeadShape = /^\{"c":\d{1,10},(?:"k":"[a-z]+",)?"s":(\d{1,15}),/;

/** The sequence a damaged record claims, when its first bytes still read like one. */
export function claimedSequence(bytes: Buffer, start: number, end: number): number | undefined {
  const parts = damagedHeadShape.exec(bytes.toString('latin1', start, Math.min(start + 64, end)));
  return parts === null ? undefined : Number(parts[1]);
}

/** Undefined when the line is not one of ours, whole and plausible. */
export function parseControlLine(bytes: Buffer, start: number, newline: number): ControlLine | undefined {
  if (bytes[start + 6] === G) return parseGroupLine(bytes, start, newline);
  if (newline - start > MAX_CONTROL_BYTES) return undefined;
  const value = parseObject(bytes, start, newline);
  // One spelling only: a blank that strayed into the line is damage too.
  if (value === undefined || JSON.stringify(value) !== bytes.toString('utf8', start, newline)) return undefined;
  if (value.$ === 'seal' && areCounts(value, ['segment', 'records', 'groups', 'bytes', 'next', 'nextGroup'])) {
    const isTornPlausible = value.recovered === undefined || (value.recovered === true && areCounts(value, ['torn']));
    return isTornPlausible && isAbsentOrTotals(value.after)
      ? { type: 'seal', seal: value as unknown as SealLine }
      : undefined;
  }
  if (value.$ === 'segment' && value.format === SEGMENT_FORMAT && areCounts(value, ['segment', 'first'])) {
    const areNotesPlausible = value.abandoned === undefined || areNotes(value.abandoned);
    return areNotesPlausible && isAbsentOrTotals(value.before)
      ? { type: 'segment', header: value as unknown as SegmentHeader }
      : undefined;
  }
  return undefined;
}

const groupShape = /^\{"\$":"group","seq":(\d{1,15}),"count":(\d{1,9}),"len":(\d{1,12})\}$/;

/** The one control line that there are many of, hence without JSON.parse. */
function parseGroupLine(bytes: Buffer, start: number, newline: number): ControlLine | undefined {
  const parts = newline - start > 96 ? null : groupShape.exec(bytes.toString('latin1', start, newline));
  if (parts === null) return undefined;
  const group: GroupLine = { seq: Number(parts[1]), count: Number(parts[2]), len: Number(parts[3]) };
  return group.count > 0 && group.len >= group.count * MIN_RECORD_BYTES ? { type: 'group', group } : undefined;
}

const areCounts = (value: JsonObject, names: readonly string[]): boolean =>
  names.every((name) => Number.isSafeInteger(value[name]) && (value[name] as number) >= 0);

const isAbsentOrTotals = (value: unknown): boolean => value === undefined || areTotals(value);

const areNotes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((note) => isJsonObject(note) && areCounts(note, ['segment', 'bytes']));

/** Undefined for anything but one whole JSON object. */
export function parseObject(bytes: Buffer, start: number, end: number): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8', start, end));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

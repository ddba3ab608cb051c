import { eventsInLine } from './events-in-record.ts';
import { addTotals, type LogTotals } from './log-totals.ts';
import type { SegmentReading } from './segment-reading.ts';

/** What was acknowledged and is not there any more. */
export interface Loss {
  readonly records: number;
  /** Events that are known to have been in them. */
  readonly events: number;
  /** Those of the records of which it is not known how many events they held. */
  readonly uncountedRecords: number;
}

/** Where a segment ends: what the next one of the log is held against. */
export interface SegmentEnd {
  readonly number: number;
  /** Kept by the log up to here, what is known to be lost of it included; absent where the log did not count yet. */
  readonly totals?: LogTotals;
  readonly nextGroup?: number;
  /** Lost in this segment; the next one may say how many events that were. */
  readonly uncountedRecords: number;
}

export interface SegmentAccount {
  /** Lost in the segment, and between it and the one before. */
  readonly loss: Loss;
  readonly end: SegmentEnd;
}

export const NO_LOSS: Loss = { records: 0, events: 0, uncountedRecords: 0 };

const addLoss = (a: Loss, b: Loss): Loss => ({
  records: a.records + b.records,
  events: a.events + b.events,
  uncountedRecords: a.uncountedRecords + b.uncountedRecords,
});

/** What is in the segment. */
export const totalsOf = (bytes: Buffer, { lines }: SegmentReading): LogTotals => ({
  records: lines.length,
  events: lines.reduce((sum, { start, end }) => sum + eventsInLine(bytes, start, end), 0),
});

/** Holds a sealed segment against what it says of itself, and against where the one before it ended. */
export function accountOf(
  bytes: Buffer,
  reading: SegmentReading,
  number: number,
  previous: SegmentEnd | undefined,
): SegmentAccount {
  const { loss, end } = accountAlone(bytes, reading, number, previous?.totals);
  return { loss: previous === undefined ? loss : addLoss(loss, lossBetween(previous, reading)), end };
}

/** Of one that was taken for lost when its successors were loaded, and has turned up. */
export function lossTakenBack(bytes: Buffer, reading: SegmentReading): Loss {
  const { header, groups } = reading;
  if (header?.before === undefined)
    return negative({ ...NO_LOSS, records: groups.length, uncountedRecords: groups.length });
  return negative({ ...totalsOf(bytes, reading), uncountedRecords: 0 });
}

function accountAlone(
  bytes: Buffer,
  reading: SegmentReading,
  number: number,
  totalsOfPrevious: LogTotals | undefined,
): SegmentAccount {
  const { header, seal, nextGroup, isWhole } = reading;
  const after = seal?.after;
  const place = { number, ...(nextGroup === undefined ? {} : { nextGroup }) };
  const known = { ...place, ...(after === undefined ? {} : { totals: after }), uncountedRecords: 0 };
  const before = header?.before ?? totalsOfPrevious;
  if (isWhole && !isShort(reading, before)) return { loss: NO_LOSS, end: known };
  const found = totalsOf(bytes, reading);
  if (before !== undefined && after !== undefined) {
    const records = Math.max(0, after.records - before.records - found.records);
    const events = Math.max(0, after.events - before.events - found.events);
    return { loss: { records, events, uncountedRecords: 0 }, end: known };
  }
  const records = announcedAndGone(reading, before !== undefined);
  const loss = { records, events: 0, uncountedRecords: records };
  if (before === undefined) return { loss, end: known };
  const totals = addTotals(before, { records: found.records + records, events: found.events });
  return { loss, end: { ...place, totals, uncountedRecords: records } };
}

/** A start that found less than had been acknowledged says so in the seal. One without any record was emptied on purpose. */
const isShort = ({ records, seal }: SegmentReading, before: LogTotals | undefined): boolean =>
  records > 0 && before !== undefined && seal?.after !== undefined && seal.after.records - before.records > records;

function lossBetween(
  { totals, nextGroup, uncountedRecords }: SegmentEnd,
  { header, firstGroup }: SegmentReading,
): Loss {
  if (totals !== undefined && header?.before !== undefined) {
    return {
      records: Math.max(0, header.before.records - totals.records),
      events: Math.max(0, header.before.events - totals.events),
      // Their events are among these.
      uncountedRecords: -uncountedRecords,
    };
  }
  // A header that does not say it was held against the totals of the one before already.
  if (totals !== undefined || nextGroup === undefined || firstGroup === undefined) return NO_LOSS;
  // Groups are numbered without gaps, and each has a record at the least.
  const groups = Math.max(0, firstGroup - nextGroup);
  return { records: groups, events: 0, uncountedRecords: groups };
}

/**
 * As the lines of the segment tell. One that was handed over without its seal was cut short: what it still announces is
 * gone, and, where no later segment can say how much more is, one record at the least.
 */
function announcedAndGone({ damage, missingRecords, seal, torn }: SegmentReading, isCounted: boolean): number {
  if (seal !== undefined) return missingRecords;
  if (isCounted) return missingRecords + torn;
  const unreadable = damage.filter(({ reason }) => reason === 'record' || reason === 'unreadable').length;
  return Math.max(1, missingRecords + torn, unreadable);
}

const negative = ({ records, events, uncountedRecords }: Loss): Loss => ({
  records: -records,
  events: -events,
  uncountedRecords: -uncountedRecords,
});

import { describe, expect, test } from 'vitest';
import { eventsInRecord } from './events-in-record.ts';
import { hollowSegment } from './hollow-segment.ts';
import type { LogRecord } from './log-record.ts';
import { addTotals, type LogTotals, NO_TOTALS } from './log-totals.ts';
import { readSegment } from './read-segment.ts';
import { logId, record } from './sample-segment.ts';
import { accountOf, type Loss, lossTakenBack, NO_LOSS, type SegmentEnd } from './segment-account.ts';
import { encodeGroup, encodeHeader, encodeRecord, encodeSeal } from './segment-format.ts';

const events = (count: number): LogRecord => ({
  ...record(`{"batch":[${Array(count).fill('{"event":"e"}').join(',')}]}`),
  items: count,
});

/** A log of three segments; the one in the middle has three groups. Each piece is a line. */
function sampleLog(isCounting: boolean): Buffer[][] {
  const segments = [[[events(1)]], [[events(2), events(3)], [record('{}', 'crash')], [events(4)]], [[events(5)]]];
  let [sequence, group, totals] = [1, 1, NO_TOTALS];
  return segments.map((groups, at) => {
    const number = at + 1;
    const before: LogTotals = totals;
    const lines = [encodeHeader({ log: logId, segment: number, first: sequence, ...(isCounting && { before }) })];
    for (const records of groups) {
      const encoded = records.map((each) => encodeRecord(each, sequence++));
      const len = encoded.reduce((sum, line) => sum + line.length, 0);
      lines.push(encodeGroup({ seq: group++, count: records.length, len }), ...encoded);
      for (const each of records) totals = addTotals(totals, { records: 1, events: eventsInRecord(each) });
    }
    const counts = { segment: number, records: groups.flat().length, groups: groups.length };
    const bytes = lines.reduce((sum, line) => sum + line.length, 0);
    const after = isCounting ? { after: totals } : {};
    return [...lines, encodeSeal({ ...counts, bytes, next: sequence, nextGroup: group, ...after })];
  });
}

/** What a loader tells of these segments, one after the other; an absent one is not there. */
function toldOf(segments: readonly (Buffer | undefined)[]): Loss {
  let previous: SegmentEnd = { number: 0, totals: NO_TOTALS, uncountedRecords: 0 };
  let reported = NO_LOSS;
  for (const [at, bytes] of segments.entries()) {
    if (bytes === undefined) continue;
    const reading = readSegment(bytes, { logId, number: at + 1 });
    const { loss, end } = accountOf(bytes, reading, at + 1, previous);
    reported = {
      records: reported.records + loss.records,
      events: reported.events + loss.events,
      uncountedRecords: reported.uncountedRecords + loss.uncountedRecords,
    };
    previous = end;
  }
  return reported;
}

const whole = (lines: readonly Buffer[]): Buffer => Buffer.concat(lines);
const isRecord = (line: Buffer): boolean => line.toString('latin1').startsWith('{"c":');
/** Events of the records of the middle segment, in order. */
const inMiddle = [2, 3, 0, 4];
const lossBehind = (kept: number): Loss => ({
  records: inMiddle.length - kept,
  events: inMiddle.slice(kept).reduce((sum, count) => sum + count, 0),
  uncountedRecords: 0,
});

describe('a log that counts', () => {
  const [first = [], middle = [], last = []] = sampleLog(true);

  test('has lost nothing when everything is there', () => {
    expect(toldOf([whole(first), whole(middle), whole(last)])).toEqual(NO_LOSS);
  });

  test('tells of every cut what is behind it, and nothing else', () => {
    const bytes = whole(middle);
    for (let cut = 0; cut < bytes.length; cut++) {
      let [end, kept] = [0, 0];
      for (const line of middle) {
        end += line.length;
        if (end <= cut && isRecord(line)) kept++;
      }
      const reported = toldOf([whole(first), bytes.subarray(0, cut), whole(last)]);
      expect(reported, `cut at ${cut}`).toEqual(lossBehind(kept));
    }
  });

  test('tells of every flipped byte at most the record that it was in', () => {
    const bytes = whole(middle);
    let at = 0;
    let records = 0;
    for (const line of middle) {
      for (let offset = 0; offset < line.length - 1; offset += 3) {
        const damaged = Buffer.from(bytes);
        damaged[at + offset] = (damaged[at + offset] ?? 0) ^ 0x11;
        const expected = isRecord(line) ? { ...NO_LOSS, records: 1, events: inMiddle[records] } : NO_LOSS;
        expect(toldOf([whole(first), damaged, whole(last)]), `byte ${at + offset}`).toEqual(expected);
      }
      at += line.length;
      if (isRecord(line)) records++;
    }
  });

  test('tells of a segment that is gone, and takes it back when it turns up', () => {
    expect(toldOf([whole(first), undefined, whole(last)])).toEqual(lossBehind(0));
    const reading = readSegment(whole(middle), { logId, number: 2 });
    expect(lossTakenBack(whole(middle), reading)).toEqual({ records: -4, events: -9, uncountedRecords: -0 });
  });

  test('tells of its first segment that is gone', () => {
    expect(toldOf([undefined, whole(middle), whole(last)])).toEqual({ records: 1, events: 1, uncountedRecords: 0 });
  });

  test('does not take a segment that was emptied on purpose for a loss', () => {
    const hollow = hollowSegment(whole(middle), { logId, number: 2 });
    expect(toldOf([whole(first), hollow, whole(last)])).toEqual(NO_LOSS);
  });
});

describe('a log of the first version, which did not count', () => {
  const [first = [], middle = [], last = []] = sampleLog(false);

  test('has lost nothing when everything is there', () => {
    expect(toldOf([whole(first), whole(middle), whole(last)])).toEqual(NO_LOSS);
  });

  test('tells of the groups of a segment that is gone', () => {
    expect(toldOf([whole(first), undefined, whole(last)])).toEqual({ records: 3, events: 0, uncountedRecords: 3 });
  });

  test('tells of every cut at the least one record, and never more than there were', () => {
    const bytes = whole(middle);
    for (let cut = 1; cut < bytes.length; cut++) {
      const reported = toldOf([whole(first), bytes.subarray(0, cut), whole(last)]);
      expect(reported.records, `cut at ${cut}`).toBeGreaterThan(0);
      expect(reported.records, `cut at ${cut}`).toBeLessThanOrEqual(4);
      expect(reported.uncountedRecords).toBe(reported.records);
    }
  });

  test('goes on as a log that counts', () => {
    const counted = sampleLog(true)[0] ?? [];
    expect(toldOf([whole(first), whole(middle), whole(last), whole(counted)])).toEqual(NO_LOSS);
  });
});

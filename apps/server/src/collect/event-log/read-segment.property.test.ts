import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordCounts, scaled } from '../../telemetry/testing/torture-run.ts';
import type { LogRecord, RecordKind } from './log-record.ts';
import { readSegment } from './read-segment.ts';
import { expected, join, type Piece, record, segmentOf } from './sample-segment.ts';

const kind = fc.constantFrom<RecordKind>('events', 'crash', 'metrics', 'device', 'link');
/** Bodies that look like our own lines on purpose. */
const body = fc.oneof(
  fc.json(),
  fc.constant('{"c":1,"s":2,"p":"x"}'),
  fc.constant('{"$":"group","seq":1,"count":1,"len":99}'),
);
const logRecord: fc.Arbitrary<LogRecord> = fc.tuple(body, kind).map(([text, of]) => record(text, of));
const groups = fc.array(fc.array(logRecord, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

type Fault =
  | { readonly type: 'flip'; readonly at: number; readonly bit: number }
  | { readonly type: 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly type: 'delete'; readonly at: number; readonly length: number };

/** Positions are fractions of the file, so that they fit any length; those of fc.double would nearly all be next to 0. */
const position = fc.nat(999_999).map((millionths) => millionths / 1_000_000);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ type: fc.constant('flip' as const), at: position, bit: fc.nat(7) }),
  fc.record({
    type: fc.constant('insert' as const),
    at: position,
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 80 }),
      fc.constant(Buffer.from('\n')),
      fc.constant(Buffer.from('{"c":')),
    ),
  }),
  fc.record({ type: fc.constant('delete' as const), at: position, length: fc.integer({ min: 1, max: 200 }) }),
);

interface Damaged {
  readonly bytes: Buffer;
  /** Sequences of records of which every byte, and the byte before, is as it was written. */
  readonly intact: number[];
}

function damage(pieces: readonly Piece[], at: Fault): Damaged {
  const bytes = join(pieces);
  const offset = Math.floor(at.at * bytes.length);
  const length = at.type === 'flip' ? 1 : at.type === 'delete' ? at.length : 0;
  const middle =
    at.type === 'flip'
      ? Buffer.of((bytes[offset] ?? 0) ^ (1 << at.bit))
      : at.type === 'insert'
        ? Buffer.from(at.bytes)
        : Buffer.alloc(0);
  let start = 0;
  const intact: number[] = [];
  for (const piece of pieces) {
    const end = start + piece.bytes.length;
    const isBefore = end <= offset;
    const isBehind = start >= offset + length;
    if (piece.sequence !== undefined && (isBefore || isBehind)) intact.push(piece.sequence);
    start = end;
  }
  return { bytes: Buffer.concat([bytes.subarray(0, offset), middle, bytes.subarray(offset + length)]), intact };
}

test('any single fault leaves every untouched record readable exactly as written, and is noticed', () => {
  fc.assert(
    fc.property(groups, fault, (lists, at) => {
      const pieces = segmentOf(lists);
      const written = new Map(pieces.map((piece) => [piece.sequence, piece.bytes]));
      const { bytes, intact } = damage(pieces, at);
      const reading = readSegment(bytes, expected);
      fc.pre(!bytes.equals(join(pieces)));
      expect(reading.isWhole).toBe(false);
      expect(reading.damage.length).toBeGreaterThan(0);
      const found = new Map(reading.lines.map((line) => [line.sequence, bytes.subarray(line.start, line.end)]));
      expect(found.size).toBe(reading.records);
      expect(intact.filter((sequence) => !found.has(sequence))).toEqual([]);
      expect([...found].filter(([sequence, line]) => written.get(sequence)?.equals(line) !== true)).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});

const flip = fc.record({ type: fc.constant('flip' as const), at: position, bit: fc.nat(7) });

/** Records of a reading that are not, byte by byte, what was written. */
const changedRecords = (written: readonly Piece[], bytes: Buffer): number[] => {
  const bySequence = new Map(written.map((piece) => [piece.sequence, piece.bytes]));
  return readSegment(bytes, expected)
    .lines.filter(({ start, end, sequence }) => bySequence.get(sequence)?.equals(bytes.subarray(start, end)) !== true)
    .map(({ sequence }) => sequence);
};

test('a flipped bit is always noticed, and costs at most the record it is in', () => {
  const flips = scaled(500, 10_000);
  const counts = { flips: 0, noticed: 0, records: 0, unreadable: 0, changed: 0 };
  fc.assert(
    fc.property(groups, flip, (lists, at) => {
      const pieces = segmentOf(lists);
      const { bytes, intact } = damage(pieces, at);
      const reading = readSegment(bytes, expected);
      const records = pieces.filter(({ sequence }) => sequence !== undefined).length;
      counts.flips++;
      if (!reading.isWhole) counts.noticed++;
      counts.records += records;
      counts.unreadable += records - reading.records;
      counts.changed += changedRecords(pieces, bytes).length;
      expect(records - reading.records).toBeLessThanOrEqual(records - intact.length);
    }),
    { numRuns: flips },
  );
  recordCounts('bit flips', counts);
  expect(counts).toMatchObject({ flips, noticed: flips, changed: 0 });
  expect(counts.unreadable).toBeLessThanOrEqual(flips);
  expect(counts.unreadable).toBeGreaterThan(flips / 4);
});

test('negative control: a changed record with a checksum that fits is read, and the comparison finds it', () => {
  const written = segmentOf([[record('{"a":1}'), record('{"a":2}')]]);
  const forged = segmentOf([[record('{"a":1}'), record('{"a":3}')]]);
  expect(readSegment(join(forged), expected).isWhole).toBe(true);
  expect(changedRecords(written, join(forged))).toEqual([42]);
});

test('many faults at once never make it throw nor return a record that was not written', () => {
  fc.assert(
    fc.property(groups, fc.array(fault, { minLength: 2, maxLength: 6 }), (lists, faults) => {
      const pieces = segmentOf(lists);
      const written = new Map(pieces.map((piece) => [piece.sequence, piece.bytes]));
      const bytes = faults.reduce((current, at) => damage([{ bytes: current }], at).bytes, join(pieces));
      const reading = readSegment(bytes, expected);
      const strange = reading.lines.filter(
        ({ start, end, sequence }) => written.get(sequence)?.equals(bytes.subarray(start, end)) !== true,
      );
      expect(strange).toEqual([]);
      expect(reading.damage.every(({ offset, length }) => offset + length <= bytes.length)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('arbitrary bytes never make it throw', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom('{"c":', '{"$":"group",', '\n', '{"$":"seal"', ',"s":').map(Buffer.from),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
      const reading = readSegment(Buffer.concat(parts), expected);
      expect(reading.isWhole).toBe(false);
      expect(reading.records).toBe(reading.lines.length);
    }),
    { numRuns: 1000 },
  );
});

test('a long line full of openings costs bounded time', () => {
  const bytes = Buffer.from(`${'{"c":1,'.repeat(1_000_000)}\n`);
  const startedAt = performance.now();
  expect(readSegment(bytes, expected).records).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

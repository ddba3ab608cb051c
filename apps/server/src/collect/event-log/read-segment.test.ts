import { expect, test } from 'vitest';
import { readSegment } from './read-segment.ts';
import { expected, join, logId, number, type Piece, record, segmentOf } from './sample-segment.ts';
import { encodeRecord, encodeSeal } from './segment-format.ts';

const sample = (): Piece[] =>
  segmentOf([
    [record('{"batch":[1]}'), record('{"m":"é"}', 'metrics')],
    [record('{}', 'crash')],
    [record('[]'), record('7'), record('{"a":{}}')],
  ]);

test('a sealed segment is whole and every record is found where it stands', () => {
  const pieces = sample();
  const bytes = join(pieces);
  const reading = readSegment(bytes, expected);
  expect(reading).toMatchObject({ isWhole: true, records: 6, torn: 0, missingRecords: 0, damage: [] });
  expect(reading).toMatchObject({ firstSequence: 41, nextSequence: 47, firstGroup: 5, nextGroup: 8 });
  expect([...reading.kinds].sort()).toEqual(['crash', 'events', 'metrics']);
  expect(reading.lines.map((line) => bytes.subarray(line.start, line.end))).toEqual(
    pieces.filter((piece) => piece.sequence !== undefined).map((piece) => piece.bytes),
  );
  expect(reading.lines.map((line) => line.kind)).toEqual(['events', 'metrics', 'crash', 'events', 'events', 'events']);
});

test('rejected events stand behind the body and are covered by the checksum', () => {
  const rejected = [{ index: 3, reason: 'name_missing', eventJson: '{"a":"ü"}' }];
  const bytes = join(segmentOf([[{ ...record('{}'), rejected }]]));
  expect(readSegment(bytes, expected).isWhole).toBe(true);
  const [line] = readSegment(bytes, expected).lines;
  const parsed = JSON.parse(bytes.toString('utf8', line?.start, line?.end));
  expect(parsed).toMatchObject({
    s: 41,
    r: 1_763_000_000_000,
    b: {},
    x: [{ i: 3, why: 'name_missing', ev: { a: 'ü' } }],
  });
});

test('a body with a raw newline is refused instead of splitting its line', () => {
  expect(() => encodeRecord(record('{\n}'), 1)).toThrow(RangeError);
});

test('a segment of another log or number is not whole', () => {
  const bytes = join(sample());
  expect(readSegment(bytes, { logId, number: 8 }).isWhole).toBe(false);
  expect(readSegment(bytes, { logId: logId.replace('a', 'b'), number }).isWhole).toBe(false);
});

test('every single flipped bit is noticed and costs at most one record', () => {
  const pieces = sample();
  const bytes = join(pieces);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const damaged = Buffer.from(bytes);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const reading = readSegment(damaged, expected);
    const intact = intactSequences(pieces, bit >> 3);
    expect(reading.isWhole, `bit ${bit}`).toBe(false);
    expect(reading.damage.length, `bit ${bit}`).toBeGreaterThan(0);
    expect(
      reading.lines.map((line) => line.sequence),
      `bit ${bit}`,
    ).toEqual(intact);
    expect(reading.missingRecords, `bit ${bit}`).toBe(6 - intact.length);
  }
});

function intactSequences(pieces: readonly Piece[], offset: number): number[] {
  let start = 0;
  const intact: number[] = [];
  for (const { bytes, sequence } of pieces) {
    const isHit = offset >= start && offset < start + bytes.length;
    if (sequence !== undefined && !isHit) intact.push(sequence);
    start += bytes.length;
  }
  return intact;
}

test('every truncation keeps the whole records before it and counts the torn ones of the last group', () => {
  const pieces = sample();
  const bytes = join(pieces);
  for (let length = 0; length < bytes.length; length++) {
    const reading = readSegment(bytes.subarray(0, length), expected);
    let end = 0;
    const kept: number[] = [];
    for (const piece of pieces) {
      end += piece.bytes.length;
      if (piece.sequence !== undefined && end <= length) kept.push(piece.sequence);
    }
    expect(reading.isWhole, `length ${length}`).toBe(false);
    expect(
      reading.lines.map((line) => line.sequence),
      `length ${length}`,
    ).toEqual(kept);
    const announced = reading.groups.reduce((sum, group) => sum + group.count, 0);
    expect(reading.torn, `length ${length}`).toBe(announced - kept.length);
    expect(reading.missingRecords, `length ${length}`).toBe(0);
  }
});

test('records behind an unreadable group line are returned', () => {
  const pieces = sample();
  const broken = pieces.map((piece, index) => (index === 4 ? { bytes: Buffer.from('garbage\n') } : piece));
  const reading = readSegment(join(broken), expected);
  expect(reading.records).toBe(6);
  expect(reading.missingRecords).toBe(0);
  expect(reading.isWhole).toBe(false);
});

test('a record line that is gone without a trace is missed by its group', () => {
  const pieces = sample().filter((piece) => piece.sequence !== 45);
  const reading = readSegment(join(pieces), expected);
  expect(reading.missingRecords).toBe(1);
  expect(reading.damage.map((damage) => damage.reason)).toContain('missing');
});

test('a whole group that is gone without a trace is missed by the seal', () => {
  const pieces = sample();
  const reading = readSegment(join([...pieces.slice(0, 4), ...pieces.slice(6)]), expected);
  expect(reading.isWhole).toBe(false);
  expect(reading.missingRecords).toBe(1);
});

test('a repeated record is returned once', () => {
  const pieces = sample();
  const repeated = [...pieces.slice(0, 3), ...pieces.slice(2, 3), ...pieces.slice(3)];
  const reading = readSegment(join(repeated), expected);
  expect(reading.lines.map((line) => line.sequence)).toEqual([41, 42, 43, 44, 45, 46]);
  expect(reading.damage.map((damage) => damage.reason)).toContain('repeated');
});

test('a body that carries a well-summed record of its own never passes for a record', () => {
  const inner = encodeRecord(record('{}'), 999).toString('utf8').trimEnd();
  const line = encodeRecord(record(`{"a":${inner}}`), 41);
  const at = line.indexOf('{"c":', 1);
  const split = Buffer.from(line);
  split[at - 1] = 0x0a;
  expect(readSegment(split, expected).lines).toEqual([]);
  const unsummed = Buffer.from(line);
  unsummed[6] = unsummed[6] === 0x31 ? 0x32 : 0x31;
  expect(readSegment(unsummed, expected).lines).toEqual([]);
});

test('a segment that recovery sealed is whole although its last group is short', () => {
  const pieces = sample();
  const kept = pieces.slice(0, -2);
  const bytes = kept.reduce((sum, piece) => sum + piece.bytes.length, 0);
  const seal = {
    segment: number,
    records: 5,
    groups: 3,
    bytes,
    next: 46,
    nextGroup: 8,
    recovered: true,
    torn: 1,
  } as const;
  const sealed = [...kept, { bytes: encodeSeal(seal) }];
  expect(readSegment(join(sealed), expected)).toMatchObject({ isWhole: true, records: 5, torn: 1, missingRecords: 0 });
  const unaccounted = [...kept, { bytes: encodeSeal({ ...seal, torn: 0 }) }];
  expect(readSegment(join(unaccounted), expected).isWhole).toBe(false);
});

test('a blank that strays into a control line is noticed', () => {
  const pieces = sample();
  const bytes = join(pieces);
  for (const at of [20, bytes.length - 12]) {
    const damaged = Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)]);
    const reading = readSegment(damaged, expected);
    expect(reading).toMatchObject({ isWhole: false, records: 6, missingRecords: 0 });
  }
});

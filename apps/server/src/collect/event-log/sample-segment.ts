import type { LogRecord } from './log-record.ts';
import { encodeGroup, encodeHeader, encodeRecord, encodeSeal } from './segment-format.ts';

export const logId = '018f2f6e-7c1a-7000-8000-00000000abcd';
export const number = 7;
export const expected = { logId, number };

export const record = (body: string, kind: LogRecord['kind'] = 'events'): LogRecord => ({
  kind,
  projectId: '018f2f6e-7c1a-7000-8000-000000000001',
  environmentId: '018f2f6e-7c1a-7000-8000-000000000002',
  receivedAtMs: 1_763_000_000_000,
  body: Buffer.from(body),
});

/** A line of a segment; records carry their sequence. */
export interface Piece {
  readonly bytes: Buffer;
  readonly sequence?: number;
}

/** Header, one group per inner list, seal. */
export function segmentOf(groups: readonly (readonly LogRecord[])[], firstSequence = 41, firstGroup = 5): Piece[] {
  const pieces: Piece[] = [{ bytes: encodeHeader({ log: logId, segment: number, first: firstSequence }) }];
  let sequence = firstSequence;
  let seq = firstGroup;
  for (const records of groups) {
    const lines = records.map((entry) => ({ bytes: encodeRecord(entry, sequence), sequence: sequence++ }));
    const len = lines.reduce((sum, line) => sum + line.bytes.length, 0);
    pieces.push({ bytes: encodeGroup({ seq: seq++, count: lines.length, len }) }, ...lines);
  }
  const seal = {
    segment: number,
    records: sequence - firstSequence,
    groups: groups.length,
    next: sequence,
    nextGroup: seq,
  };
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
  return [...pieces, { bytes: encodeSeal({ ...seal, bytes }) }];
}

export const join = (pieces: readonly Piece[]): Buffer => Buffer.concat(pieces.map((piece) => piece.bytes));

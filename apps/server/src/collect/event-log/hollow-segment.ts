import { readSegment } from './read-segment.ts';
import { encodeHeader, encodeSeal } from './segment-format.ts';
import type { ExpectedSegment } from './segment-reading.ts';

/**
 * The segment without its records: only where sequences go on is left. For one whose records must not be kept any longer
 * and can be had from elsewhere. Undefined when its end cannot be read.
 */
export function hollowSegment(bytes: Buffer, expected: ExpectedSegment): Buffer | undefined {
  const { header, seal } = readSegment(bytes, expected);
  if (seal === undefined) return undefined;
  const first = header?.first ?? seal.next;
  const before = header?.before === undefined ? {} : { before: header.before };
  const top = encodeHeader({ log: expected.logId, segment: expected.number, first, ...before });
  const { segment, next, nextGroup } = seal;
  const after = seal.after === undefined ? {} : { after: seal.after };
  const nothing = { segment, records: 0, groups: 0, bytes: top.length };
  return Buffer.concat([top, encodeSeal({ ...nothing, next, nextGroup, ...after })]);
}

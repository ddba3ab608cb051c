import type { SegmentReading } from '../segment-reading.ts';

interface ReadSegment {
  readonly number: number;
  readonly bytes: Buffer;
  readonly reading: SegmentReading;
}

/**
 * How much of a segment that was left open counts. When its writing failed, its last group was refused or written
 * again, and a later segment says so: by a note in its header, or by holding the same sequences.
 */
export function acknowledgedLength(segment: ReadSegment, later: readonly ReadSegment[]): number {
  for (const { reading } of later) {
    const note = reading.header?.abandoned?.find((entry) => entry.segment === segment.number);
    if (note !== undefined && isPlausible(note.bytes, segment.reading)) return note.bytes;
  }
  const { groups, lines } = segment.reading;
  const rewrittenFrom = Math.min(...later.flatMap(({ reading }) => reading.firstSequence ?? []));
  const repeated = lines.find((line) => line.sequence >= rewrittenFrom);
  if (repeated === undefined) return segment.bytes.length;
  return groups.findLast((group) => group.start < repeated.start)?.start ?? repeated.start;
}

/** Headers carry no checksum: a note counts only where a writer can have stopped, with at most one group behind it. */
function isPlausible(bytes: number, { groups }: SegmentReading): boolean {
  const isBoundary = bytes === 0 || groups.some((group) => group.end === bytes);
  return isBoundary && groups.filter((group) => group.start >= bytes).length <= 1;
}

import type { RecordSpan } from '../event-log/segment-reading.ts';

/** What a loader takes out of segments that others read as well. */
export interface SegmentPart {
  readonly ownsProject: (projectId: string) => boolean;
  /** Whether it takes what belongs to no project, and accounts for what is lost. */
  readonly ownsLosses: boolean;
}

export const WHOLE_SEGMENT: SegmentPart = { ownsProject: () => true, ownsLosses: true };

/** A record begins with its checksum, kind and sequence, and then says its project (see encodeRecord). */
const headShape = /^\{"c":\d{1,10},(?:"k":"[a-z]+",)?"s":\d{1,15},"p":"([0-9a-fA-F-]{36})"/;
const MAX_HEAD_BYTES = 128;

/** The records of the part. */
export function recordsOf(part: SegmentPart, bytes: Buffer, lines: readonly RecordSpan[]): readonly RecordSpan[] {
  if (part === WHOLE_SEGMENT) return lines;
  return lines.filter(({ start, end }) => {
    const head = headShape.exec(bytes.toString('latin1', start, Math.min(start + MAX_HEAD_BYTES, end)));
    return head?.[1] === undefined ? part.ownsLosses : part.ownsProject(head[1]);
  });
}

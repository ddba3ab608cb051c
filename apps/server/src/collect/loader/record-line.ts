import type { RecordKind } from '../event-log/log-record.ts';
import type { RecordSpan } from '../event-log/segment-reading.ts';
import type { SegmentFile } from './load-target.ts';

/** One record as it is to be loaded, newline included. */
export interface RecordLine {
  readonly sequence: number;
  readonly kind: RecordKind;
  readonly bytes: Buffer;
  /** Where it stands in the segment. */
  readonly offset: number;
}

export const recordLines = (bytes: Buffer, spans: readonly RecordSpan[]): readonly RecordLine[] =>
  spans.map(({ start, end, sequence, kind }) => ({ sequence, kind, bytes: bytes.subarray(start, end), offset: start }));

/** Records carry failed events behind their body; the same bytes inside a body only cost a needless look. */
const failedEventsMark = ',"x":[{"i":';

export function describeFile(
  path: string,
  content: Buffer,
  lines: readonly { readonly kind: RecordKind; readonly byteLength: number }[],
): SegmentFile {
  const records: Partial<Record<RecordKind, number>> = {};
  let maxLineBytes = 0;
  for (const { kind, byteLength } of lines) {
    records[kind] = (records[kind] ?? 0) + 1;
    maxLineBytes = Math.max(maxLineBytes, byteLength);
  }
  return {
    path,
    bytes: content.length,
    records,
    maxLineBytes,
    mayHoldFailedEvents: content.includes(failedEventsMark),
  };
}

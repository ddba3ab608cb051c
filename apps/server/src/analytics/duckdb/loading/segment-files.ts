import type { SegmentFile, SegmentToLoad } from '../../../collect/loader/load-target.ts';

/** Whether records in it take something away. */
export const holdsRemovals = ({ records }: SegmentFile): boolean => (records.erase ?? 0) + (records.expire ?? 0) > 0;

/** Whole segments are read together; the parts of one that was taken apart one after the other. */
export function roundsOf(segments: readonly SegmentToLoad[]): readonly (readonly SegmentFile[])[] {
  const files = segments.flatMap((segment) => segment.files);
  if (files.length === 0) return [];
  return segments.every((segment) => segment.files.length <= 1) ? [files] : files.map((file) => [file]);
}

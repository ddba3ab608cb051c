import { isCoveredBy, type LogPosition } from './load-target.ts';
import type { SegmentEntry } from './segment-directory.ts';

/** The newest segment says where a log's sequences go on; more than one, should it turn out damaged. */
const KEPT_SEGMENTS = 3;

/** Loaded segments that are not needed to build the store again, because what is in them is kept elsewhere. */
export function releasableSegments(
  loaded: readonly SegmentEntry[],
  sealed: readonly SegmentEntry[],
  covered: readonly LogPosition[],
): readonly SegmentEntry[] {
  const positions = new Map(covered.map((position) => [position.logId, position]));
  const numbers = new Map<string, number[]>();
  for (const { logId, number } of [...loaded, ...sealed]) numbers.set(logId, [...(numbers.get(logId) ?? []), number]);
  const firstKept = new Map(
    [...numbers].map(([logId, all]) => [logId, all.sort((a, b) => b - a)[KEPT_SEGMENTS - 1] ?? 0]),
  );
  return loaded.filter(
    ({ logId, number }) => isCoveredBy(positions.get(logId), number) && number < (firstKept.get(logId) ?? 0),
  );
}

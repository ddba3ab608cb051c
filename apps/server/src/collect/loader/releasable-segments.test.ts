import { expect, test } from 'vitest';
import { releasableSegments } from './releasable-segments.ts';
import type { SegmentEntry } from './segment-directory.ts';

const logId = '018f2f6e-7c1a-7000-8000-00000000abcd';
const other = '018f2f6e-7c1a-7000-8000-00000000beef';

const entries = (place: SegmentEntry['place'], numbers: readonly number[], log = logId): SegmentEntry[] =>
  numbers.map((number) => ({
    logId: log,
    number,
    place,
    path: `${number}`,
    isCompressed: false,
    bytes: 1,
    sealedAtMs: 0,
  }));

const released = (...args: Parameters<typeof releasableSegments>): string[] =>
  releasableSegments(...args).map((entry) => `${entry.logId === logId ? 'a' : 'b'}${entry.number}`);

test('what is covered goes, but for the newest three of the log', () => {
  const covered = [{ logId, upTo: 9, skipped: [] }];
  expect(released(entries('loaded', [1, 2, 3, 4, 5]), [], covered)).toEqual(['a1', 'a2']);
  expect(released(entries('loaded', [1, 2, 3]), entries('sealed', [10, 11, 12]), covered)).toEqual(['a1', 'a2', 'a3']);
  expect(released(entries('loaded', [1, 2]), [], covered)).toEqual([]);
});

test('what is not covered stays: later segments, skipped ones, other logs', () => {
  const covered = [{ logId, upTo: 4, skipped: [{ first: 2, last: 3 }] }];
  const loaded = [...entries('loaded', [1, 2, 3, 4, 5, 6, 7, 8]), ...entries('loaded', [1, 2, 3, 4, 5], other)];
  expect(released(loaded, [], covered)).toEqual(['a1', 'a4']);
});

test('each log keeps its own newest', () => {
  const covered = [logId, other].map((log) => ({ logId: log, upTo: 99, skipped: [] }));
  const loaded = [...entries('loaded', [50, 51, 52, 53]), ...entries('loaded', [1, 2, 3, 4], other)];
  expect(released(loaded, [], covered)).toEqual(['a50', 'b1']);
});

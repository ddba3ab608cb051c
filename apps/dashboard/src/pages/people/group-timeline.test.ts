import { expect, test } from 'vitest';
import { groupTimeline, type TimelineEntry } from './group-timeline.ts';

const entry = (id: string, timestamp: string, sessionId: string | null, kind = 'event'): TimelineEntry =>
  ({ id, timestamp, session_id: sessionId, kind }) as TimelineEntry;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

test('neighbours of a session are one group, with its begin, end and crashes', () => {
  const groups = groupTimeline(
    [
      entry('4', '2026-05-02T10:00:00Z', 's2'),
      entry('3', '2026-05-01T00:10:00Z', 's1', 'crash'),
      entry('2', '2026-05-01T00:05:00Z', 's1'),
      entry('1', '2026-04-30T23:50:00Z', 's1'),
    ],
    dayOf,
  );
  expect(groups.map(({ id, sessionId, entries }) => [id, sessionId, entries.length])).toEqual([
    ['4', 's2', 1],
    ['3', 's1', 3],
  ]);
  expect(groups[1]).toMatchObject({
    crashes: 1,
    fromMs: Date.parse('2026-04-30T23:50:00Z'),
    toMs: Date.parse('2026-05-01T00:10:00Z'),
  });
});

test('what came without a session is put together by day', () => {
  const groups = groupTimeline(
    [
      entry('3', '2026-05-02T10:00:00Z', null),
      entry('2', '2026-05-02T09:00:00Z', null),
      entry('1', '2026-05-01T09:00:00Z', null),
    ],
    dayOf,
  );
  expect(groups.map(({ entries }) => entries.length)).toEqual([2, 1]);
});

test('a session that was interrupted by another is shown as it went', () => {
  const order = ['a', 'b', 'a'].map((session, index) => entry(String(index), '2026-05-02T10:00:00Z', session));
  expect(groupTimeline(order, dayOf).map(({ sessionId }) => sessionId)).toEqual(['a', 'b', 'a']);
});

import { DAY_MS } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import { countFurther, decodeDayCounts, encodeDayCounts } from './day-counts.ts';

const batch = (projectId: string, receivedAtMs: number, events: number) => ({ projectId, receivedAtMs, events });

describe('counting further', () => {
  const day = { projectId: 'p', used: 10, endsAtMs: 5_000 };

  test('what was received within the day is added to it', () => {
    expect(countFurther([day], [batch('p', 1, 3), batch('p', 4_999, 4)])).toEqual([{ ...day, used: 17 }]);
  });

  test('what was received after it begins a new one', () => {
    expect(countFurther([day], [batch('p', 5_000, 3), batch('p', 5_001, 4)])).toEqual([
      { projectId: 'p', used: 7, endsAtMs: 5_000 + DAY_MS },
    ]);
  });

  test('a project without a day begins one, and others are not touched', () => {
    expect(countFurther([day], [batch('q', 100, 3)])).toEqual([
      day,
      { projectId: 'q', used: 3, endsAtMs: 100 + DAY_MS },
    ]);
  });
});

test('what is written is read', () => {
  const counts = { atMs: 7, days: [{ projectId: 'p', used: 10, endsAtMs: 5_000 }] };
  expect(decodeDayCounts(encodeDayCounts(counts))).toEqual(counts);
});

const foreign = {
  'an empty file': '',
  'half a file': '{"version":1,"at":7,"events_day":[{"pro',
  'another version': '{"version":2,"at":7,"events_day":[]}',
  'no moment': '{"version":1,"events_day":[]}',
  'a count below zero': '{"version":1,"at":7,"events_day":[{"project_id":"p","used":-1,"ends_at":5}]}',
  'a fraction': '{"version":1,"at":7,"events_day":[{"project_id":"p","used":1.5,"ends_at":5}]}',
  'no list': '{"version":1,"at":7,"events_day":{}}',
  'null for a day': '{"version":1,"at":7,"events_day":[null]}',
};
test.each(Object.entries(foreign))('%s is not read', (_, text) => {
  expect(decodeDayCounts(text)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { hollowSegment } from './hollow-segment.ts';
import { readSegment } from './read-segment.ts';
import { expected, join, record, segmentOf } from './sample-segment.ts';

test('a hollow segment is whole, holds no record, and says where sequences and groups go on', () => {
  const bytes = join(
    segmentOf([[record('{"batch":[{"event":"secret"}]}'), record('{}', 'link')], [record('{}', 'device')]]),
  );
  const before = readSegment(bytes, expected);
  const hollow = hollowSegment(bytes, expected);
  expect(hollow?.includes('secret')).toBe(false);
  const after = readSegment(hollow ?? Buffer.alloc(0), expected);
  expect(after).toMatchObject({ isWhole: true, records: 0, damage: [] });
  expect([after.nextSequence, after.nextGroup]).toEqual([before.nextSequence, before.nextGroup]);
  expect(hollowSegment(hollow ?? Buffer.alloc(0), expected)).toEqual(hollow);
});

test('a segment without its seal is not hollowed: nobody knows where it ends', () => {
  const pieces = segmentOf([[record('{}')]]);
  expect(hollowSegment(join(pieces.slice(0, -1)), expected)).toBeUndefined();
});

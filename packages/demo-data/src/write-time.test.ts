import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeTime } from './write-time.ts';

test('times are written as toISOString writes them', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2100, 0) }), (ms) => {
      expect(writeTime(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

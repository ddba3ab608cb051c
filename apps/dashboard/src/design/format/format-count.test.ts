import { expect, test } from 'vitest';
import { formatCount, formatShortCount } from './format-count.ts';

test('a count agrees with its noun', () => {
  expect([formatCount(1, 'event'), formatCount(0, 'event'), formatCount(1_234, 'event')]).toEqual([
    '1 event',
    '0 events',
    '1,234 events',
  ]);
  expect([formatCount(1, 'crash', 'crashes'), formatCount(2, 'crash', 'crashes')]).toEqual(['1 crash', '2 crashes']);
});

test('a short count agrees with its noun, too', () => {
  expect([formatShortCount(1, 'event'), formatShortCount(12_431, 'event')]).toEqual(['1 event', '12.4\u202fk events']);
});

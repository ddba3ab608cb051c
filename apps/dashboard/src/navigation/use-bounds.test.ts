import { expect, test } from 'vitest';
import { readRange } from './time-range.ts';
import { boundsWithBefore } from './use-bounds.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

test('the period before ends where the range begins, and is as long', () => {
  expect(boundsWithBefore({ kind: 'relative', last: '24h' }, nowMs, 'UTC')).toMatchObject({
    from: '2026-11-14T12:00:00.000Z',
    to: '2026-11-15T12:00:00.000Z',
    before: { from: '2026-11-13T12:00:00.000Z', to: '2026-11-14T12:00:00.000Z' },
    against: 'the previous 24 hours',
  });
});

test('a range of its own is held against the same time before', () => {
  const range = readRange({ from: '2026-11-03T00:00:00.000Z', to: '2026-11-05T00:00:00.000Z' });
  expect(boundsWithBefore(range, nowMs, 'UTC')).toMatchObject({
    before: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z' },
    against: 'the previous period',
  });
});

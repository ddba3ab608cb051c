import { expect, test } from 'vitest';
import { boundsOf, readRange, writeRange } from './time-range.ts';

test('an address without a range means the last seven days', () => {
  expect(readRange({})).toEqual({ kind: 'relative', last: '7d' });
  expect(writeRange({ kind: 'relative', last: '7d' })).toEqual({ range: undefined, from: undefined, to: undefined });
});

test('what an address says comes back as it was written', () => {
  for (const range of [
    { kind: 'relative', last: '90d' },
    { kind: 'absolute', fromIso: '2026-01-01T00:00:00.000Z', toIso: '2026-02-01T00:00:00.000Z' },
  ] as const) {
    expect(readRange({ ...writeRange(range) })).toEqual(range);
  }
});

test('what somebody has typed wrongly is the default and no error', () => {
  const wrong = [{ range: '8x' }, { range: 7 }, { from: 'x', to: 'y' }, { from: '2026-02-01', to: '2026-01-01' }];
  for (const search of wrong) expect(readRange(search)).toEqual({ kind: 'relative', last: '7d' });
});

test('a relative range ends now', () => {
  const nowMs = Date.parse('2026-03-10T12:00:00Z');
  expect(boundsOf({ kind: 'relative', last: '24h' }, nowMs, 'UTC')).toEqual({
    from: '2026-03-09T12:00:00.000Z',
    to: '2026-03-10T12:00:00.000Z',
  });
});

import { expect, test } from 'vitest';
import { readDashboardSearch, writeAll } from './dashboard-search.ts';

const absolute = {
  kind: 'absolute',
  fromIso: '2026-11-01T00:00:00.000Z',
  toIso: '2026-11-08T12:30:00.000Z',
} as const;

test('the range for all widgets comes back from the address', () => {
  for (const range of [undefined, { kind: 'relative', last: '7d' } as const, absolute]) {
    expect(readDashboardSearch({ all: writeAll(range) }).all).toEqual(range);
  }
});

test('what is no range is none', () => {
  for (const all of ['8x', 'x_y', '2026-11-08_2026-11-01', 5, null, '']) {
    expect(readDashboardSearch({ all }).all).toBeUndefined();
  }
});

import { expect, test } from 'vitest';
import { daysOf } from './days-of.ts';

const nowMs = Date.parse('2026-11-16T20:00:00Z');
const names = (range: Parameters<typeof daysOf>[0]): string[] => daysOf(range, nowMs).map(({ name }) => name);

test('the day that is not over is left out', () => {
  expect(names({ kind: 'relative', last: '24h' })).toEqual(['2026-11-15']);
  expect(names({ kind: 'relative', last: '1h' })).toEqual([]);
});

test('days that a range touches are whole', () => {
  const range = { kind: 'absolute' as const, fromIso: '2026-10-30T12:00:00.000Z', toIso: '2026-11-01T00:00:00.000Z' };
  expect(daysOf(range, nowMs)).toEqual([
    { name: '2026-10-30', fromIso: '2026-10-30T00:00:00.000Z', toIso: '2026-10-31T00:00:00.000Z' },
    { name: '2026-10-31', fromIso: '2026-10-31T00:00:00.000Z', toIso: '2026-11-01T00:00:00.000Z' },
  ]);
});

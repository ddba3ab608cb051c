import { expect, test } from 'vitest';
import { parseRelativeTime, parseTimeSpan, spanYears } from './time-span.ts';

const HOUR = 3_600_000;

for (const [text, span] of [
  ['90m', { kind: 'last', ms: 1.5 * HOUR }],
  ['24h', { kind: 'last', ms: 24 * HOUR }],
  ['4w', { kind: 'last', ms: 28 * 24 * HOUR }],
  ['3mo', { kind: 'calendar', unit: 'month', units: 3 }],
  ['2q', { kind: 'calendar', unit: 'quarter', units: 2 }],
  ['1y', { kind: 'calendar', unit: 'year', units: 1 }],
] as const) {
  test(`${text} is a span of time`, () => expect(parseTimeSpan(text)).toEqual(span));
}

test('spans are compared in years', () => {
  expect(spanYears(parseTimeSpan('20y'))).toBe(20);
  expect(spanYears(parseTimeSpan('241mo'))).toBeGreaterThan(20);
  expect(spanYears(parseTimeSpan('7305d'))).toBe(20);
});

for (const [text, ms] of [
  ['now', 0],
  ['now-7d', -7 * 24 * HOUR],
  ['now+1h', HOUR],
  ['now-', undefined],
  ['now-1y', undefined],
  ['yesterday', undefined],
] as const) {
  test(`${text} relative to now`, () => expect(parseRelativeTime(text, 0)).toBe(ms));
}

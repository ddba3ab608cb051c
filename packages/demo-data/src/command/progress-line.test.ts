import { expect, test } from 'vitest';
import { describeProgress, duration, ProgressLine } from './progress-line.ts';

test('progress says how far, how fast and how long still', () => {
  expect(describeProgress(50_000, 200_000, 10)).toBe('25 %  50,000 of 200,000 events  5,000/s, 30 s to go');
  expect(describeProgress(0, 200_000, 0)).toBe('0 %  0 of 200,000 events  0/s');
  expect(describeProgress(200_000, 200_000, 40)).toBe('100 %  200,000 of 200,000 events  5,000/s');
});

test('durations are written in the two largest units', () => {
  expect([0.4, 59, 61, 3_600, 7_261].map(duration)).toEqual(['0 s', '59 s', '1 min 1 s', '1 h 0 min', '2 h 1 min']);
});

test('a terminal gets a bar that is drawn over itself, anything else whole lines', () => {
  const written = (isTTY: boolean): string => {
    let text = '';
    const out = { isTTY, write: (part: string) => (text += part) };
    new ProgressLine(100, () => 50, out).end();
    return text;
  };
  expect(written(true)).toMatch(/^\r\x1b\[2K█{12}░{12} 50 % .*\n$/);
  expect(written(false)).toMatch(/^50 % {2}50 of 100 events .*\n$/);
});

import { describe, expect, test } from 'vitest';
import { formatBytes, formatExactNumber, formatPercent, formatShortNumber } from './format-number.ts';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1_000, '1 k'],
  [12_431, '12.4 k'],
  [123_456, '123 k'],
  [999_499, '999 k'],
  [999_950, '1 M'],
  [3_050_000, '3.05 M'],
  [2_400_000_000, '2.4 B'],
  [7.5e12, '7.5 T'],
  [1e18, '1.00e+18'],
  [-12_431, '-12.4 k'],
  [0.0421, '0.0421'],
  [3.456, '3.46'],
  [0.000_000_01, '1.0e-8'],
])('%d is written %s', (value, text) => {
  expect(plain(formatShortNumber(value))).toBe(text);
});

test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
  '%s is no number and is not shown as one',
  (value) => {
    expect(formatShortNumber(value)).toBe('–');
    expect(formatExactNumber(value)).toBe('–');
    expect(formatPercent(value)).toBe('–');
    expect(formatBytes(value)).toBe('–');
  },
);

test('the exact number has groups', () => {
  expect(formatExactNumber(1_234_567.891)).toBe('1,234,567.891');
});

describe('shares', () => {
  test.each([
    [0, '0 %'],
    [100, '100 %'],
    [30, '30 %'],
    [4.126, '4.13 %'],
    [62.37, '62.4 %'],
    [99.93, '99.93 %'],
  ])('%d is written %s', (percent, text) => {
    expect(plain(formatPercent(percent))).toBe(text);
  });

  test('almost nothing is not nothing, and almost all is not all', () => {
    expect(plain(formatPercent(0.0001))).toBe('< 0.01 %');
    expect(plain(formatPercent(99.9999))).toBe('> 99.99 %');
    expect(plain(formatPercent(99.97, 1))).toBe('> 99.9 %');
  });
});

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_536, '1.5 KiB'],
  [1024 ** 2 - 1, '1 MiB'],
  [5 * 1024 ** 4, '5 TiB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text);
});

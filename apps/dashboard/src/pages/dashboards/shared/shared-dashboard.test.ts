import { expect, test } from 'vitest';
import { tokensOf } from './shared-dashboard.ts';

test('tokensOf reads the tokens behind the #, each once', () => {
  expect(tokensOf('')).toEqual([]);
  expect(tokensOf('#')).toEqual([]);
  expect(tokensOf('#lps_a')).toEqual(['lps_a']);
  expect(tokensOf('#lps_a,lps_b,,lps_a')).toEqual(['lps_a', 'lps_b']);
});

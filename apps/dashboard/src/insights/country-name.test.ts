import { expect, test } from 'vitest';
import { countryName } from './country-name.ts';

test('codes of countries are written out, everything else stays', () => {
  expect(['DE', 'us', '(none)', '(other)', 'ZZZ'].map(countryName)).toEqual([
    'Germany',
    'United States',
    '(none)',
    '(other)',
    'ZZZ',
  ]);
});

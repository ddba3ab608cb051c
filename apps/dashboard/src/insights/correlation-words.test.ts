import { expect, test } from 'vitest';
import { correlationWords } from './correlation-words.ts';

const cases = [
  [3.21, 0.0004, '↑ odds × 3.2', 'Very unlikely to be chance', '< 0.001'],
  [0.25, 0.03, '↓ odds ÷ 4.0', 'Unlikely to be chance', '0.030'],
  [1.01, 0.8, 'no difference', 'Could be chance', '0.800'],
  [1200, 0.2, '↑ odds × 100 or more', 'Could be chance', '0.200'],
  [0, 0.2, '↓ odds near zero', 'Could be chance', '0.200'],
] as const;

test.each(cases)('an odds ratio of %d and a p of %d', (oddsRatio, adjustedPValue, effect, confidence, adjusted) => {
  expect(correlationWords({ oddsRatio, adjustedPValue })).toEqual({ effect, confidence, adjusted });
});

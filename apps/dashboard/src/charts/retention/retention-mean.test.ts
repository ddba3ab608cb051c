import { expect, test } from 'vitest';
import { retentionMean, retentionSentence } from './retention-mean.ts';

const cohorts = [
  { period: '2026-11-01', size: 100, retention: [100, 50, 20] },
  { period: '2026-11-02', size: 300, retention: [100, 10, null] },
];

test('the mean is of people, not of cohorts, and leaves out what is not over yet', () => {
  expect(retentionMean(cohorts, 3)).toEqual([100, 20, 20]);
  expect(retentionMean([], 1)).toEqual([null]);
});

test('the sentence says who came back', () => {
  expect(retentionSentence('Retention', cohorts, 'week').replaceAll('\u202f', ' ')).toBe(
    'Retention, 2 cohorts. 20 % of people came back after one week, 20 % after 2 weeks.',
  );
  expect(retentionSentence('Retention', [], 'week')).toBe('Retention: not enough data yet.');
});

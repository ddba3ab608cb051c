import { expect, test } from 'vitest';
import { boundRow, type Row, ratioRow } from '../harness/scenario.ts';
import { compareRounds, comparisonTable, verdictOf } from './comparison.ts';

const rows = (ingest: number, startSeconds: number): readonly Row[] => [
  ratioRow('ingest', [{ product: ingest, reference: 100 }], 0.6),
  boundRow('start', startSeconds, ' s', 0.6, ''),
];

test('now divided by then, round by round, and better only where every round says so', () => {
  const [ingest, start] = compareRounds([
    { now: rows(66, 0.5), earlier: rows(60, 0.5) },
    { now: rows(72, 0.6), earlier: rows(60, 0.5) },
    { now: rows(63, 0.4), earlier: rows(60, 0.5) },
  ]);
  if (ingest === undefined || start === undefined) throw new Error('Two rows were compared');
  expect(ingest.ratio).toMatchObject({
    min: expect.closeTo(1.05),
    median: expect.closeTo(1.1),
    max: expect.closeTo(1.2),
  });
  expect(verdictOf(ingest)).toBe('better');
  expect(verdictOf(start)).toBe('no difference');
  expect(comparisonTable([ingest])).toContain('| ingest | 0.66× | 0.60× | 1.10× (1.05–1.20) | better |');
});

test('where less is better, more is worse', () => {
  const [, start] = compareRounds([{ now: rows(60, 0.6), earlier: rows(60, 0.5) }]);
  expect(start === undefined ? '' : verdictOf(start)).toBe('worse');
});

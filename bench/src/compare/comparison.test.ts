import { expect, test } from 'vitest';
import { boundRow, type Row, ratioRow } from '../harness/scenario.ts';
import { compareRounds, comparisonTable, verdictOf } from './comparison.ts';

const rows = (ingest: number, startSeconds: number): readonly Row[] => [
  ratioRow('ingest', [{ product: ingest, reference: 100 }], 0.6),
  boundRow('start', startSeconds, ' s', 0.6, ''),
];

const rounds = (pairs: readonly (readonly [number, number])[]) =>
  compareRounds(pairs.map(([ingest, seconds]) => ({ now: rows(ingest, seconds), earlier: rows(60, 0.5) })));

const quiet = [
  [66, 0.5],
  [72, 0.6],
  [63, 0.4],
  [66, 0.5],
  [66, 0.5],
  [66, 0.6],
] as const;

test('now divided by then, round by round, and better only where every round says so', () => {
  const [ingest, start] = rounds(quiet);
  if (ingest === undefined || start === undefined) throw new Error('Two rows were compared');
  expect(comparisonTable([ingest])).toContain('| ingest | 0.66× | 0.60× | 1.10× (1.05–1.20) | better |');
  expect(verdictOf(start)).toBe('no difference');
});

test('where less is better, more is worse', () => {
  const [, start] = rounds(quiet.map(([ingest]) => [ingest, 0.6]));
  expect(start === undefined ? '' : verdictOf(start)).toBe('worse');
});

test('a few rounds and a busy machine decide nothing', () => {
  const [few] = rounds(quiet.slice(0, 5));
  const [ingest] = rounds(quiet);
  if (few === undefined || ingest === undefined) throw new Error('Two rows were compared');
  expect(verdictOf(few)).toContain('too few rounds');
  expect(verdictOf({ ...ingest, isNoisy: true })).toBe('noisy');
});

import { expect, test } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

test('labels that would touch stand in different rows, and at the right edge on the left of their line', () => {
  const labels = spreadLabels(
    [
      { label: 'p95', x: 120 },
      { label: 'p50', x: 100 },
      { label: 'good up to', x: 390 },
    ],
    400,
  );
  expect(labels.map(({ label, row, anchor }) => [label, row, anchor])).toEqual([
    ['p50', 0, 'start'],
    ['p95', 1, 'start'],
    ['good up to', 0, 'end'],
  ]);
});

import { expect, test } from 'vitest';
import { hostOf, topValues } from './top-values.ts';

const series = (name: string, ...values: number[]) => ({
  name,
  points: values.map((value) => ({ bucketIso: '2026-11-01T00:00:00Z', value })),
});

test('values are summed over the range, the most frequent first, without the rest', () => {
  const result = { series: [series('/', 1, 2), series('(other)', 9), series('"(none)"', 4), series('/empty', 0)] };
  expect(topValues(result)).toEqual([
    { value: '(none)', count: 4 },
    { value: '/', count: 3 },
  ]);
});

test('referrers of one site are one', () => {
  const result = { series: [series('https://a.example/x', 1), series('https://a.example/', 2), series('/own', 5)] };
  expect(topValues(result, hostOf)).toEqual([{ value: 'a.example', count: 3 }]);
});

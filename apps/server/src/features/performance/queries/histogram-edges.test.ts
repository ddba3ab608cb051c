import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histogramEdges } from './histogram-edges.ts';

test('values of one size get buckets of equal, round width', () => {
  expect(histogramEdges({ min: 103, max: 420, p50: 200, p99: 380 })).toEqual({
    scale: 'linear',
    edges: Array.from({ length: 30 }, (_, at) => 100 + at * 10).slice(0, 29),
  });
});

test('a long tail gets a logarithmic scale', () => {
  const { scale, edges } = histogramEdges({ min: 12, max: 90_000, p50: 150, p99: 4_000 });
  expect(scale).toBe('log');
  expect(edges.slice(0, 4)).toEqual([0, 10, 12.5, 16]);
  expect(edges.at(-1)).toBe(4_000);
});

test('one value has one bucket', () => {
  expect(histogramEdges({ min: 7, max: 7, p50: 7, p99: 7 })).toEqual({ scale: 'linear', edges: [7] });
  expect(histogramEdges({ min: 0, max: 0, p50: 0, p99: 0 })).toEqual({ scale: 'linear', edges: [0] });
});

test('values that hardly differ have edges that do, the first not above them', () => {
  const [min, max] = [999_999_999.999_998_7, 999_999_999.999_999_3];
  const { edges } = histogramEdges({ min, max, p50: min, p99: min });
  expect(edges[0]).toBeLessThanOrEqual(min);
  expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
});

test('edges are few, ascend, and the first is below every value', () => {
  const value = fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.integer({ min: 0, max: 2_000 }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), (values) => {
      const sorted = values.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      const { edges } = histogramEdges({ min: at(0), max: at(1), p50: at(0.5), p99: at(0.99) });
      expect(edges[0]).toBeLessThanOrEqual(at(0));
      expect(edges.length).toBeLessThan(200);
      expect(edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? 0))).toBe(true);
    }),
  );
});

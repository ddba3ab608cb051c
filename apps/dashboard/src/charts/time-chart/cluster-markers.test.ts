import { expect, test } from 'vitest';
import { clusterMarkers } from './cluster-markers.ts';

const marker = (atMs: number) => ({ atMs, kind: 'flag' as const, title: `at ${atMs}` });
const places = (times: readonly number[]) =>
  clusterMarkers(times.map(marker), (ms) => ms, 500).map(({ x, markers }) => [x, markers.length]);

test('markers that would touch are one, in their middle', () => {
  expect(places([10, 100, 104, 110, 300])).toEqual([
    [10, 1],
    [105, 3],
    [300, 1],
  ]);
});

test('what lies outside is left out, in whatever order it comes', () => {
  expect(places([600, 20, -5])).toEqual([[20, 1]]);
});

test('a thousand markers stay apart', () => {
  const clusters = places(Array.from({ length: 1_000 }, (_, index) => index / 2));
  const gaps = clusters.slice(1).map(([x], at) => (x as number) - (clusters[at]?.[0] as number));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(17);
  expect(clusters.reduce((sum, [, count]) => sum + (count as number), 0)).toBe(1_000);
});

import { expect, test } from 'vitest';
import { sankeyLayout } from './sankey-layout.ts';
import { throughNode } from './through-node.ts';

const size = { width: 600, height: 300, nodeWidth: 10, gap: 10 };
const node = (id: string, step: number) => ({ id, name: id, step });
const link = (source: string, target: string, value: number) => ({ source, target, value });

test('a node is as high as what flows through it, in one scale for all', () => {
  const { nodes } = sankeyLayout(
    [node('a', 0), node('b', 1), node('c', 1)],
    [link('a', 'b', 30), link('a', 'c', 10)],
    size,
  );
  const heights = Object.fromEntries(nodes.map((one) => [one.id, one.height]));
  expect(heights.a).toBeCloseTo((heights.b as number) + (heights.c as number));
  expect(heights.b).toBeCloseTo(3 * (heights.c as number));
});

test('nothing leaves the drawing and no two nodes of a column touch', () => {
  const steps = [0, 1, 2, 3];
  const nodes = steps.flatMap((step) => Array.from({ length: 9 }, (_, at) => node(`${step}-${at}`, step)));
  const links = nodes.flatMap((from, at) =>
    nodes
      .filter((to) => to.step === from.step + 1)
      .map((to, other) => link(from.id, to.id, ((at * 7 + other * 3) % 11) + 1)),
  );
  const placed = sankeyLayout(nodes, links, size).nodes;
  for (const step of steps) {
    const column = placed.filter((one) => one.step === step).toSorted((a, b) => a.y - b.y);
    expect((column.at(-1)?.y ?? 0) + (column.at(-1)?.height ?? 0)).toBeLessThanOrEqual(size.height + 0.01);
    for (const [at, one] of column.entries()) {
      const next = column[at + 1];
      if (next !== undefined) expect(next.y - one.y - one.height).toBeCloseTo(size.gap);
    }
  }
});

test('two ways that would cross are laid side by side', () => {
  const nodes = [node('a', 0), node('b', 0), node('x', 1), node('y', 1)];
  const { nodes: placed } = sankeyLayout(nodes, [link('a', 'y', 20), link('b', 'x', 21), link('a', 'x', 1)], size);
  const y = Object.fromEntries(placed.map((one) => [one.id, one.y]));
  expect((y.a as number) < (y.b as number)).toBe((y.y as number) < (y.x as number));
});

test('links back, to nowhere or of nothing are not drawn', () => {
  const { links } = sankeyLayout(
    [node('a', 0), node('b', 1)],
    [link('b', 'a', 5), link('a', 'gone', 5), link('a', 'b', 0), link('a', 'b', 2)],
    size,
  );
  expect(links).toHaveLength(1);
});

test('no nodes are an empty drawing', () => {
  expect(sankeyLayout([], [], size)).toEqual({ nodes: [], links: [] });
});

test('the ways through a node reach back to the first and on to the last', () => {
  const links = [link('a', 'b', 1), link('b', 'c', 1), link('c', 'd', 1), link('a', 'x', 1), link('x', 'd', 1)];
  expect([...throughNode('b', links)].sort()).toEqual(['a\u0000b', 'b\u0000c', 'c\u0000d']);
});

test('those who go nowhere from a node are part of it', () => {
  const { nodes } = sankeyLayout(
    [
      { id: 'a', name: 'a', step: 0, value: 10 },
      { id: 'b', name: 'b', step: 1, value: 4 },
    ],
    [{ source: 'a', target: 'b', value: 4 }],
    { width: 100, height: 100, nodeWidth: 10, gap: 0 },
  );
  expect(nodes.map(({ value, height }) => [value, height])).toEqual([
    [10, 100],
    [4, 40],
  ]);
});

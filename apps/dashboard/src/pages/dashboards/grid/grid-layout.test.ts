import { describe, expect, test } from 'vitest';
import { columnsOf, movedItems, overlap, type PlacedItem, placeForNew, placeItem, tidyUp } from './grid-layout.ts';

const item = (id: string, x: number, y: number, w: number, h: number): PlacedItem => ({ id, x, y, w, h });
const places = (items: readonly PlacedItem[]) =>
  Object.fromEntries(items.map(({ id, x, y, w, h }) => [id, [x, y, w, h].join(' ')]));

function expectNoOverlap(items: readonly PlacedItem[]): void {
  const pairs = items.flatMap((a, at) => items.slice(at + 1).map((b) => [a, b] as const));
  expect(pairs.filter(([a, b]) => overlap(a, b))).toEqual([]);
}

describe('columns', () => {
  test('are those of the layout', () => {
    expect(columnsOf({ columns: 24 }, [])).toBe(24);
    expect(columnsOf({}, [])).toBe(12);
    expect(columnsOf(null, [])).toBe(12);
    expect(columnsOf({ columns: 'many' }, [])).toBe(12);
  });

  test('are never fewer than the widgets need', () => {
    expect(columnsOf({ columns: 12 }, [item('a', 10, 0, 6, 3)])).toBe(24);
    expect(columnsOf({}, [item('a', 48, 0, 48, 3)])).toBe(48);
  });
});

describe('moving', () => {
  const row = [item('a', 0, 0, 6, 4), item('b', 6, 0, 6, 4), item('c', 0, 4, 12, 3)];

  test('to a free place leaves everything else alone', () => {
    const after = placeItem(row, 'c', { x: 0, y: 9, w: 12, h: 3 }, 12);
    expect(movedItems(row, after).map(({ id }) => id)).toEqual(['c']);
  });

  test('onto others pushes them down, and those below them on', () => {
    expect(places(placeItem(row, 'a', { x: 6, y: 0, w: 6, h: 4 }, 12))).toEqual({
      a: '6 0 6 4',
      b: '6 4 6 4',
      c: '0 8 12 3',
    });
  });

  test('never leaves the grid', () => {
    expect(places(placeItem(row, 'a', { x: 99, y: -5, w: 6, h: 4 }, 12)).a).toBe('6 0 6 4');
    expect(places(placeItem(row, 'a', { x: -3, y: 0, w: 99, h: 0 }, 12)).a).toBe('0 0 12 1');
  });

  test('a thousand times never makes two share a cell', () => {
    let seed = 7;
    const random = (max: number): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % max;
    };
    let items = Array.from({ length: 12 }, (_, at) => item(`w${at}`, (at % 3) * 4, Math.floor(at / 3) * 3, 4, 3));
    for (let step = 0; step < 1_000; step += 1) {
      const place = { x: random(12), y: random(12), w: 1 + random(12), h: 1 + random(5) };
      items = placeItem(items, `w${random(12)}`, place, 12);
      if (step % 50 === 0) expectNoOverlap(items);
    }
    expectNoOverlap(items);
    expectNoOverlap(tidyUp(items, 12));
  });
});

test('places that overlap as they were sent are set apart by the first move', () => {
  const sent = [item('a', 0, 0, 4, 3), item('b', 0, 0, 4, 3), item('c', 0, 0, 4, 3)];
  expect(places(placeItem(sent, 'a', { x: 0, y: 0, w: 4, h: 3 }, 12))).toEqual({
    a: '0 0 4 3',
    b: '0 3 4 3',
    c: '0 6 4 3',
  });
});

test('tidying up closes holes and keeps the order', () => {
  const holes = [item('a', 0, 2, 6, 4), item('b', 6, 9, 6, 2), item('c', 0, 20, 12, 3)];
  expect(places(tidyUp(holes, 12))).toEqual({ a: '0 0 6 4', b: '6 0 6 2', c: '0 4 12 3' });
});

test('a new widget takes the first place that is free', () => {
  expect(placeForNew([], { w: 6, h: 4 }, 12)).toEqual({ x: 0, y: 0, w: 6, h: 4 });
  expect(placeForNew([item('a', 0, 0, 6, 4)], { w: 6, h: 4 }, 12)).toEqual({ x: 6, y: 0, w: 6, h: 4 });
  expect(placeForNew([item('a', 0, 0, 8, 4)], { w: 6, h: 4 }, 12)).toEqual({ x: 0, y: 4, w: 6, h: 4 });
});

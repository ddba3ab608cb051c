import { expect, test } from 'vitest';
import { heldRows } from './held-rows.ts';

const id = (row: string) => row;

test('what came after the list was held waits', () => {
  expect(heldRows(['e', 'd', 'c', 'b'], id, 'c', 10)).toEqual({ shown: ['c', 'b'], waiting: 2 });
  expect(heldRows(['c', 'b'], id, undefined, 10)).toEqual({ shown: ['c', 'b'], waiting: 0 });
});

test('when the held row is no longer kept everything is shown', () => {
  expect(heldRows(['z', 'y'], id, 'c', 10)).toEqual({ shown: ['z', 'y'], waiting: 0 });
});

test('no more than asked for is shown', () => {
  expect(heldRows(['c', 'b', 'a'], id, undefined, 2).shown).toEqual(['c', 'b']);
});

import { expect, test } from 'vitest';
import { SeriesRegistry } from './series-registry.ts';

test('a name keeps its colour, in whatever order they are asked for', () => {
  const registry = new SeriesRegistry();
  expect(['iOS', 'Android', 'iOS', 'Web'].map((name) => registry.placeOf(name))).toEqual([1, 2, 1, 3]);
  expect(registry.placesOf(['Web', 'iOS'])).toEqual(
    new Map([
      ['Web', 3],
      ['iOS', 1],
    ]),
  );
});

test('what is left over is grey and takes no colour from others', () => {
  const registry = new SeriesRegistry();
  expect(['(other)', '(none)', 'iOS'].map((name) => registry.placeOf(name))).toEqual([8, 8, 1]);
});

test('two names of one drawing never look alike while there is room', () => {
  const registry = new SeriesRegistry();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) registry.placeOf(name);
  expect(registry.placeOf('h')).toBe(1);
  expect([...registry.placesOf(['a', 'h', 'b']).values()]).toEqual(
    [1, 2, 2].map((place, at) => (at === 2 ? 3 : place)),
  );
  const many = registry.placesOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  expect(many.get('h')).toBe(1);
});

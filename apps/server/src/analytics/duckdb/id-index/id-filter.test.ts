import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdFilter } from './id-filter.ts';

const half = fc.oneof(
  fc.nat({ max: 3 }),
  fc.integer({ min: 0, max: 0xffff_ffff }),
  fc.constantFrom(65_535, 0xffff_ffff),
);

test('a hash that was added is found, whatever else was', () => {
  const hashes = fc.array(fc.tuple(half, half), { maxLength: 500 });
  fc.assert(
    fc.property(hashes, (added) => {
      const filter = new IdFilter(added.length);
      for (const [low, high] of added) filter.add(low, high);
      for (const [low, high] of added) expect(filter.has(low, high)).toBe(true);
    }),
  );
});

test('hashes that were not added are hardly ever found', () => {
  const filter = new IdFilter(40_000);
  let state = 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
  for (let n = 0; n < 40_000; n++) filter.add(next(), next());
  let found = 0;
  for (let n = 0; n < 100_000; n++) if (filter.has(next(), next())) found++;
  expect(found).toBeLessThan(10);
});

test('add says whether the hash may have been there', () => {
  const filter = new IdFilter(10);
  expect(filter.add(1, 2)).toBe(true);
  expect(filter.add(1, 2)).toBe(false);
  expect(filter.add(2, 2)).toBe(true);
  expect(filter.size).toBe(2);
});

test('it refuses more than it has room for instead of never ending', () => {
  const filter = new IdFilter(0);
  for (let n = 0; n < filter.capacity; n++) filter.add(n, 7 + n);
  expect(() => filter.add(1, 3)).toThrow(RangeError);
});

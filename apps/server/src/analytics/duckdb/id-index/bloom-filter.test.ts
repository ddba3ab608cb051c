import { expect, test } from 'vitest';
import { BloomFilter } from './bloom-filter.ts';

const next = (() => {
  let state = 1;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
  };
})();

function suspectShare(filter: BloomFilter): number {
  let suspects = 0;
  for (let n = 0; n < 100_000; n++) if (filter.mayHave(next(), next())) suspects++;
  return suspects / 100_000;
}

test('at 10 bits an id about one in a hundred others is suspected, and fewer bits suspect more, step by step', () => {
  const added = Array.from({ length: 100_000 }, () => [next(), next()] as const);
  const filter = BloomFilter.for(added.length, 10);
  for (const [low, high] of added) filter.add(low, high);
  const [shares, sizes] = [[suspectShare(filter)], [filter.bytes]];
  while (filter.canShrink) {
    filter.shrink();
    shares.push(suspectShare(filter));
    sizes.push(filter.bytes);
    for (const [low, high] of added) if (!filter.mayHave(low, high)) throw new Error('an id is denied');
  }
  const [whole = 0] = sizes;
  expect(sizes.map((bytes) => bytes / whole)).toEqual(
    Array.from({ length: 33 }, (_, n) => (n <= 16 ? 1 - n / 32 : 0.5 - (n - 16) / 64)),
  );
  expect(shares[0]).toBeLessThan(0.02);
  expect(shares[16]).toBeLessThan(0.16);
  const steps = shares.slice(1).map((share, n) => share - (shares[n] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThan(-0.005);
  expect(Math.max(...steps)).toBeLessThan(0.04);
});

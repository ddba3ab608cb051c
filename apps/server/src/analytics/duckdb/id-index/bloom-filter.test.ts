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
  const shares: number[] = [suspectShare(filter)];
  const sizes: number[] = [filter.bytes];
  while (shares.length < 4) {
    filter.halve();
    shares.push(suspectShare(filter));
    sizes.push(filter.bytes);
    for (const [low, high] of added) if (!filter.mayHave(low, high)) throw new Error('an id is denied');
  }
  expect(shares[0]).toBeLessThan(0.02);
  expect(shares[1]).toBeLessThan(0.16);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(sizes).toEqual(sizes.map((_, n) => (sizes[0] as number) / 2 ** n));
});

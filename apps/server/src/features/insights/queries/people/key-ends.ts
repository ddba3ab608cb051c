import type { PlaceAfter } from './people-behind.ts';

const MAX_KEY = 2n ** 64n - 1n;
/** Keys are spread evenly, so that a few times as many as are wanted are enough nearly always. */
const SPARE = 4n;

/**
 * Where the keys of a page end: first a guess, so that few people have to be looked at, then the end of all keys, for
 * when there are fewer behind the guess.
 */
export function keyEnds({ key, total }: PlaceAfter, limit: number): readonly bigint[] {
  const guess = BigInt(key) + (MAX_KEY / BigInt(Math.max(1, total))) * SPARE * BigInt(limit + 1);
  return guess < MAX_KEY ? [guess, MAX_KEY] : [MAX_KEY];
}

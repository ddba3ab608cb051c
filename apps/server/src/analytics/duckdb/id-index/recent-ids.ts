import { type HashColumns, sortedHashes } from './hash-columns.ts';
import { IdFilter } from './id-filter.ts';
import { joinRanges, type LogRanges } from './log-ranges.ts';

const FIRST_ROOM = 16_384;

/** Ids that are in no run yet: a set to look in, and the hashes themselves in the order in which they came. */
export class RecentIds {
  #filter = new IdFilter(0);
  #lows = new Uint32Array(FIRST_ROOM);
  #highs = new Uint32Array(FIRST_ROOM);
  #size = 0;
  #ranges: LogRanges = {};

  get size(): number {
    return this.#size;
  }

  get ranges(): LogRanges {
    return this.#ranges;
  }

  has(low: number, high: number): boolean {
    return this.#filter.has(low, high);
  }

  add(hashes: readonly HashColumns[], ranges: LogRanges): void {
    for (const { low, high } of hashes) {
      for (let at = 0; at < low.length; at++) this.#addOne(low[at] as number, high[at] as number);
    }
    this.#ranges = joinRanges(this.#ranges, ranges);
  }

  /** From this one on. */
  since(first: number): HashColumns {
    return { low: this.#lows.slice(first, this.#size), high: this.#highs.slice(first, this.#size) };
  }

  /** As 64-bit numbers in ascending order. */
  sorted(): BigUint64Array {
    return sortedHashes([{ low: this.#lows.subarray(0, this.#size), high: this.#highs.subarray(0, this.#size) }]);
  }

  #addOne(low: number, high: number): void {
    if (this.#filter.size >= this.#filter.capacity) this.#growFilter();
    // Kept even if the filter takes it for one that was there, which it may do by mistake: a run drops what repeats.
    this.#filter.add(low, high);
    if (this.#size === this.#lows.length) this.#grow();
    this.#lows[this.#size] = low;
    this.#highs[this.#size++] = high;
  }

  #grow(): void {
    const [lows, highs] = [this.#lows, this.#highs];
    [this.#lows, this.#highs] = [new Uint32Array(2 * lows.length), new Uint32Array(2 * lows.length)];
    this.#lows.set(lows);
    this.#highs.set(highs);
  }

  #growFilter(): void {
    this.#filter = new IdFilter(2 * this.#filter.capacity);
    for (let at = 0; at < this.#size; at++) this.#filter.add(this.#lows[at] as number, this.#highs[at] as number);
  }
}

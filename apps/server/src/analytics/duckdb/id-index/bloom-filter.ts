/** Bits of a block: one cache line, so that a look costs one miss however large the filter is. */
const BLOCK_WORDS = 16;
const BLOCK_BYTES = 4 * BLOCK_WORDS;
/** Bits that each id sets in its block. */
const BITS_PER_ID = 6;
/** Blocks come in multiples of this, so that a filter can be halved often enough. */
const BLOCK_STEP = 64;

/**
 * A blocked Bloom filter over 64-bit hashes, given as two halves: never denies what was added, and is wrong about one in
 * a hundred others at 10 bits an id, one in nine at 5.
 */
export class BloomFilter {
  #words: Uint32Array;
  #blocks: number;

  private constructor(words: Uint32Array) {
    this.#words = words;
    this.#blocks = words.length / BLOCK_WORDS;
  }

  /** Room for this many ids with so many bits each, or a little more. */
  static for(ids: number, bitsPerId: number): BloomFilter {
    const blocks = Math.max(1, Math.ceil((ids * bitsPerId) / (8 * BLOCK_BYTES * BLOCK_STEP))) * BLOCK_STEP;
    return new BloomFilter(new Uint32Array(blocks * BLOCK_WORDS));
  }

  /** As `words` gave it. */
  static of(words: Uint32Array): BloomFilter {
    if (words.length === 0 || words.length % BLOCK_WORDS !== 0) throw new RangeError('not the words of a filter');
    return new BloomFilter(words);
  }

  get words(): Uint32Array {
    return this.#words;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  get canHalve(): boolean {
    return this.#blocks % 2 === 0;
  }

  add(low: number, high: number): void {
    const start = this.#blockOf(high);
    let bits = low;
    const step = stepOf(low);
    for (let n = 0; n < BITS_PER_ID; n++) {
      const bit = bits & 511;
      this.#words[start + (bit >>> 5)] = (this.#words[start + (bit >>> 5)] as number) | (1 << (bit & 31));
      bits += step;
    }
  }

  mayHave(low: number, high: number): boolean {
    const start = this.#blockOf(high);
    let bits = low;
    const step = stepOf(low);
    for (let n = 0; n < BITS_PER_ID; n++) {
      const bit = bits & 511;
      if (((this.#words[start + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
      bits += step;
    }
    return true;
  }

  /** Half the memory, twice the ids in each block: neighbours share one block from now on. */
  halve(): void {
    if (!this.canHalve) throw new RangeError('an odd number of blocks cannot be halved');
    const halved = new Uint32Array(this.#words.length / 2);
    for (let block = 0; block < this.#blocks / 2; block++) {
      for (let word = 0; word < BLOCK_WORDS; word++) {
        const left = this.#words[2 * block * BLOCK_WORDS + word] as number;
        const right = this.#words[(2 * block + 1) * BLOCK_WORDS + word] as number;
        halved[block * BLOCK_WORDS + word] = left | right;
      }
    }
    this.#words = halved;
    this.#blocks /= 2;
  }

  /** Where the block of a hash starts: by its share of all hashes, so that halving keeps neighbours together. */
  #blockOf(high: number): number {
    return Math.floor((high / 0x1_0000_0000) * this.#blocks) * BLOCK_WORDS;
  }
}

/** Odd, so that the bits of an id are different ones. */
const stepOf = (low: number): number => ((low >>> 9) & 511) | 1;

/** Bits of a block: one cache line, so that a look costs one miss however large the filter is. */
const BLOCK_WORDS = 16;
const BLOCK_BYTES = 4 * BLOCK_WORDS;
/** Bits that each id sets in its block. */
const BITS_PER_ID = 6;
/** A filter gets smaller part by part, each of which has the hashes with the same first bits. */
const PARTS = 16;
const HASHES_PER_PART = 2 ** 32 / PARTS;
/** Blocks of a part come in multiples of this, so that it can be halved often enough. */
const BLOCK_STEP = 4;

/**
 * A blocked Bloom filter over 64-bit hashes, given as two halves: never denies what was added, and is wrong about one in
 * a hundred others at 10 bits an id, one in nine at 5.
 */
export class BloomFilter {
  readonly #parts: Uint32Array[];

  private constructor(parts: Uint32Array[]) {
    this.#parts = parts;
  }

  /** Room for this many ids with so many bits each, or a little more. */
  static for(ids: number, bitsPerId: number): BloomFilter {
    const steps = Math.max(1, Math.ceil((ids * bitsPerId) / (8 * BLOCK_BYTES * BLOCK_STEP * PARTS)));
    return new BloomFilter(Array.from({ length: PARTS }, () => new Uint32Array(steps * BLOCK_STEP * BLOCK_WORDS)));
  }

  /** Of the words of all parts of a filter that was never shrunk. */
  static of(words: Uint32Array): BloomFilter {
    const length = words.length / PARTS;
    if (length === 0 || length % BLOCK_WORDS !== 0) throw new RangeError('not the words of a filter');
    // Copies: a part that is halved must not keep the memory of all.
    return new BloomFilter(Array.from({ length: PARTS }, (_, at) => words.slice(at * length, (at + 1) * length)));
  }

  get parts(): readonly Uint32Array[] {
    return this.#parts;
  }

  get bytes(): number {
    return this.#parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get canShrink(): boolean {
    return blocksOf(this.#largest()) % 2 === 0;
  }

  add(low: number, high: number): void {
    const part = this.#parts[partOf(high)] as Uint32Array;
    const start = startIn(part, high);
    let bits = low;
    const step = stepOf(low);
    for (let n = 0; n < BITS_PER_ID; n++) {
      const bit = bits & 511;
      part[start + (bit >>> 5)] = (part[start + (bit >>> 5)] as number) | (1 << (bit & 31));
      bits += step;
    }
  }

  mayHave(low: number, high: number): boolean {
    const part = this.#parts[partOf(high)] as Uint32Array;
    const start = startIn(part, high);
    let bits = low;
    const step = stepOf(low);
    for (let n = 0; n < BITS_PER_ID; n++) {
      const bit = bits & 511;
      if (((part[start + (bit >>> 5)] as number) & (1 << (bit & 31))) === 0) return false;
      bits += step;
    }
    return true;
  }

  /** Half the memory of the largest part, twice the ids in each of its blocks: neighbours share one from now on. */
  shrink(): void {
    if (!this.canShrink) throw new RangeError('an odd number of blocks cannot be halved');
    const whole = this.#largest();
    const half = new Uint32Array(whole.length / 2);
    for (let block = 0; block < blocksOf(half); block++) {
      for (let word = 0; word < BLOCK_WORDS; word++) {
        const left = whole[2 * block * BLOCK_WORDS + word] as number;
        const right = whole[(2 * block + 1) * BLOCK_WORDS + word] as number;
        half[block * BLOCK_WORDS + word] = left | right;
      }
    }
    this.#parts[this.#parts.indexOf(whole)] = half;
  }

  #largest(): Uint32Array {
    return this.#parts.reduce((largest, part) => (part.length > largest.length ? part : largest));
  }
}

const partOf = (high: number): number => Math.floor(high / HASHES_PER_PART);

const blocksOf = (part: Uint32Array): number => part.length / BLOCK_WORDS;

/** Where the block of a hash starts in its part: by its share of the part's hashes, so that halving keeps neighbours together. */
const startIn = (part: Uint32Array, high: number): number =>
  Math.floor(((high % HASHES_PER_PART) / HASHES_PER_PART) * blocksOf(part)) * BLOCK_WORDS;

/** Odd, so that the bits of an id are different ones. */
const stepOf = (low: number): number => ((low >>> 9) & 511) | 1;

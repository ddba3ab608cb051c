/**
 * Says of a 64-bit hash whether it may have been seen: never "no" for one that has, "yes" by mistake about once in
 * a thousand million. Open addressing; the slot comes from the low half of a hash, the other half stands in it.
 * The low half is not kept, so the filter cannot grow by itself: fill a larger one anew.
 */
export class IdFilter {
  readonly #slots: Uint32Array;
  readonly #mask: number;
  #size = 0;

  /** Holds at least this many hashes. */
  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(MIN_SLOTS, capacity / MAX_FILL)));
    this.#slots = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  static bytesFor(capacity: number): number {
    return 4 * 2 ** Math.ceil(Math.log2(Math.max(MIN_SLOTS, capacity / MAX_FILL)));
  }

  get size(): number {
    return this.#size;
  }

  get capacity(): number {
    return Math.floor(this.#slots.length * MAX_FILL);
  }

  has(low: number, high: number): boolean {
    const slots = this.#slots;
    const value = high || 1;
    for (let at = low & this.#mask; ; at = (at + 1) & this.#mask) {
      const found = slots[at];
      if (found === 0) return false;
      if (found === value) return true;
    }
  }

  /** False when it may have been there already. */
  add(low: number, high: number): boolean {
    const slots = this.#slots;
    const value = high || 1;
    let at = low & this.#mask;
    while (slots[at] !== 0) {
      if (slots[at] === value) return false;
      at = (at + 1) & this.#mask;
    }
    if (this.#size >= this.capacity) throw new RangeError('the filter is full');
    slots[at] = value;
    this.#size++;
    return true;
  }
}

const MIN_SLOTS = 65_536;
/** Beyond this share of used slots the chains grow long. */
const MAX_FILL = 0.7;

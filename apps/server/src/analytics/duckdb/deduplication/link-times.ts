const SLOT_BYTES = 16;
/** A link has its place in one of these slots. */
const WAYS = 8;
const MIN_SLOTS = 1_024;

/**
 * The earliest moment known for each link, by the 64-bit hash of the link. Grows by doubling up to its memory; then a new
 * link takes the place of another, which is forgotten.
 */
export class LinkTimes {
  readonly #maxSlots: number;
  #lows: Uint32Array;
  #highs: Uint32Array;
  /** NaN in slots that are free. */
  #times: Float64Array;

  constructor(maxBytes: number) {
    this.#maxSlots = Math.max(WAYS, 2 ** Math.floor(Math.log2(Math.max(1, maxBytes / SLOT_BYTES))));
    const slots = Math.min(MIN_SLOTS, this.#maxSlots);
    [this.#lows, this.#highs] = [new Uint32Array(slots), new Uint32Array(slots)];
    this.#times = new Float64Array(slots).fill(Number.NaN);
  }

  /** Whether the link is known from this moment or an earlier one. */
  isKnown(low: number, high: number, atMs: number): boolean {
    const slot = this.#slotOf(low, high);
    return slot !== undefined && (this.#times[slot] as number) <= atMs;
  }

  add(low: number, high: number, atMs: number): void {
    const known = this.#slotOf(low, high);
    if (known === undefined) this.#put(low, high, atMs);
    else if (atMs < (this.#times[known] as number)) this.#times[known] = atMs;
  }

  #slotOf(low: number, high: number): number | undefined {
    const first = this.#firstSlot(low);
    for (let slot = first; slot < first + WAYS; slot++) {
      const isIt = this.#lows[slot] === low && this.#highs[slot] === high;
      if (isIt && !Number.isNaN(this.#times[slot])) return slot;
    }
    return undefined;
  }

  #put(low: number, high: number, atMs: number): void {
    let slot = this.#freeSlot(low);
    while (slot === undefined && this.#times.length < this.#maxSlots) {
      this.#grow();
      slot = this.#freeSlot(low);
    }
    // Any of them will do: what is forgotten is only written again.
    slot ??= this.#firstSlot(low) + (high % WAYS);
    this.#lows[slot] = low;
    this.#highs[slot] = high;
    this.#times[slot] = atMs;
  }

  #freeSlot(low: number): number | undefined {
    const first = this.#firstSlot(low);
    for (let slot = first; slot < first + WAYS; slot++) if (Number.isNaN(this.#times[slot])) return slot;
    return undefined;
  }

  #firstSlot(low: number): number {
    return (low % (this.#times.length / WAYS)) * WAYS;
  }

  #grow(): void {
    const [lows, highs, times] = [this.#lows, this.#highs, this.#times];
    const slots = 2 * times.length;
    [this.#lows, this.#highs] = [new Uint32Array(slots), new Uint32Array(slots)];
    this.#times = new Float64Array(slots).fill(Number.NaN);
    for (let at = 0; at < times.length; at++) {
      const time = times[at] as number;
      if (!Number.isNaN(time)) this.#put(lows[at] as number, highs[at] as number, time);
    }
  }
}

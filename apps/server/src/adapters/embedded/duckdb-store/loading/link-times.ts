/** The earliest moment known for each link, by the 64-bit hash of the link. Open addressing; grows by doubling. */
export class LinkTimes {
  readonly #maxBytes: number;
  #lows = new Uint32Array(MIN_SLOTS);
  #highs = new Uint32Array(MIN_SLOTS);
  /** NaN in slots that are free. */
  #times = new Float64Array(MIN_SLOTS).fill(Number.NaN);
  #size = 0;
  #isFull = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#isFull = MIN_SLOTS * SLOT_BYTES > maxBytes;
  }

  /** More links were to be known than there is memory for: it cannot answer any more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether the link is known from this moment or an earlier one. */
  isKnown(low: number, high: number, atMs: number): boolean {
    const time = this.#times[this.#slotOf(low, high)] as number;
    return time <= atMs;
  }

  add(low: number, high: number, atMs: number): void {
    if (this.#isFull) return;
    const slot = this.#slotOf(low, high);
    const time = this.#times[slot] as number;
    if (time <= atMs) return;
    if (Number.isNaN(time)) this.#size++;
    this.#lows[slot] = low;
    this.#highs[slot] = high;
    this.#times[slot] = atMs;
    if (this.#size > this.#times.length * MAX_FILL) this.#grow();
  }

  #slotOf(low: number, high: number): number {
    const mask = this.#times.length - 1;
    let slot = low & mask;
    while (!Number.isNaN(this.#times[slot]) && (this.#lows[slot] !== low || this.#highs[slot] !== high)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [lows, highs, times] = [this.#lows, this.#highs, this.#times];
    const slots = times.length * 2;
    if (slots * SLOT_BYTES > this.#maxBytes) {
      this.#isFull = true;
      [this.#lows, this.#highs, this.#times] = [new Uint32Array(1), new Uint32Array(1), new Float64Array(1)];
      return;
    }
    [this.#lows, this.#highs] = [new Uint32Array(slots), new Uint32Array(slots)];
    this.#times = new Float64Array(slots).fill(Number.NaN);
    for (let at = 0; at < times.length; at++) {
      const time = times[at] as number;
      if (Number.isNaN(time)) continue;
      const slot = this.#slotOf(lows[at] as number, highs[at] as number);
      this.#lows[slot] = lows[at] as number;
      this.#highs[slot] = highs[at] as number;
      this.#times[slot] = time;
    }
  }
}

const MIN_SLOTS = 16_384;
const SLOT_BYTES = 16;
/** Beyond this share of used slots the chains grow long. */
const MAX_FILL = 0.7;

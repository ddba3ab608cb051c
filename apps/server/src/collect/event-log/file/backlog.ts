/** Full at the bound, open again a little below it, so that it does not flap. */
const RESUME_SHARE = 0.95;

/** Sealed segments that the store does not have yet. */
export class Backlog {
  readonly #bytesByNumber = new Map<number, number>();
  readonly #maxBytes: number;
  #sealedBytes = 0;
  #isFull = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get sealedBytes(): number {
    return this.#sealedBytes;
  }

  get segments(): number {
    return this.#bytesByNumber.size;
  }

  add(number: number, bytes: number): void {
    this.#sealedBytes += bytes - (this.#bytesByNumber.get(number) ?? 0);
    this.#bytesByNumber.set(number, bytes);
  }

  releaseUpTo(number: number): void {
    for (const [known, bytes] of this.#bytesByNumber) {
      if (known > number) continue;
      this.#bytesByNumber.delete(known);
      this.#sealedBytes -= bytes;
    }
  }

  /** Whether the bound is reached, counting what is not sealed yet. */
  isFull(unsealedBytes: number): boolean {
    const bound = this.#isFull ? this.#maxBytes * RESUME_SHARE : this.#maxBytes;
    this.#isFull = this.#sealedBytes + unsealedBytes > bound;
    return this.#isFull;
  }
}

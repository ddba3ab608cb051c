/** A list of numbers that costs eight bytes each. */
export class GrowingNumbers {
  #values = new Float64Array(64);
  #size = 0;

  push(value: number): void {
    if (this.#size === this.#values.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#size++] = value;
  }

  /** In ascending order; nothing may be pushed while it is used. */
  sorted(): Float64Array {
    return this.#values.subarray(0, this.#size).sort();
  }

  median(): number | undefined {
    if (this.#size === 0) return undefined;
    const sorted = this.sorted();
    const [low, high] = [sorted[(this.#size - 1) >> 1] ?? 0, sorted[this.#size >> 1] ?? 0];
    return (low + high) / 2;
  }
}

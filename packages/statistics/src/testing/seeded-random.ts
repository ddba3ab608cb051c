/** The same numbers on every machine: xorshift128 of Marsaglia, started by a seed. For simulations only. */
export class SeededRandom {
  readonly #state = new Uint32Array(4);
  #spareNormal: number | null = null;

  constructor(seed: number) {
    let mixed = seed >>> 0;
    for (let at = 0; at < 4; at += 1) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      this.#state[at] = word ^ (word >>> 15);
    }
  }

  /** From 0, below 1. */
  uniform(): number {
    return this.#word() / 2 ** 32;
  }

  /** Box and Muller's method. */
  normal(): number {
    if (this.#spareNormal !== null) {
      const spare = this.#spareNormal;
      this.#spareNormal = null;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    const angle = 2 * Math.PI * this.uniform();
    this.#spareNormal = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  /** With mean 1. */
  exponential(): number {
    return -Math.log(1 - this.uniform());
  }

  isHit(probability: number): boolean {
    return this.uniform() < probability;
  }

  #word(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state;
    const mixed = a ^ (a << 11);
    const next = (d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8)) >>> 0;
    this.#state.set([b, c, d, next]);
    return next;
  }
}

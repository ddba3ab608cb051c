/** The same numbers on every machine: xorshift128 of Marsaglia, started by a seed. For simulations only. */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #spareNormal: number | null = null;

  constructor(seed: number) {
    this.#a = mix(seed, 1);
    this.#b = mix(seed, 2);
    this.#c = mix(seed, 3);
    this.#d = mix(seed, 4);
  }

  /** From 0, below 1. */
  uniform(): number {
    const mixed = this.#a ^ (this.#a << 11);
    this.#a = this.#b;
    this.#b = this.#c;
    this.#c = this.#d;
    this.#d = this.#d ^ (this.#d >>> 19) ^ mixed ^ (mixed >>> 8);
    return (this.#d >>> 0) / 2 ** 32;
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
}

/** Seeds that follow each other start far apart. */
function mix(seed: number, at: number): number {
  let word = Math.imul(seed + Math.imul(at, 0x9e3779b9), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return word ^ (word >>> 15);
}

/** Entries with their weights; the weights need not add up to anything. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

/** Mixes numbers into 32 bits, so that neighbours (person 7, person 8) have nothing in common. */
export function mix(...numbers: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ (number | 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

const warmUpRounds = 10;

/**
 * Random numbers that are the same on every machine for the same seeds (sfc32).
 * Each person and each session has one of its own: nobody's life depends on how many others there are.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream = 0, position = 0) {
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = mix(seed, stream, position) | 0;
    for (let round = 0; round < warmUpRounds; round += 1) this.bits();
  }

  /** 0 to 2³² − 1. */
  bits(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** At least 0, below 1. */
  share(): number {
    return this.bits() / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** A whole number of at least `from`, below `to`. */
  between(from: number, to: number): number {
    return from + Math.floor(this.share() * (to - from));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.share() * from.length)] as T;
  }

  /** Early entries more often than late ones: the first tenth of a list is met in about a third of all draws. */
  pickSkewed<T>(from: readonly T[]): T {
    return from[Math.floor(this.share() ** 2 * from.length)] as T;
  }

  weighted<T>(entries: Weighted<T>): T {
    let total = 0;
    for (const [, weight] of entries) total += weight;
    let left = this.share() * total;
    for (const [value, weight] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    return (entries.at(-1) as readonly [T, number])[0];
  }

  /** Mean 0, deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.share()));
    return radius * Math.cos(2 * Math.PI * this.share());
  }

  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.share());
  }

  /** Tries until the first success, at least 1. */
  geometric(probability: number): number {
    return 1 + Math.floor(Math.log(1 - this.share()) / Math.log(1 - probability));
  }

  /** 32 hexadecimal digits in the form of a random UUID. */
  uuid(): string {
    const [a, b, c, d] = [this.bits(), this.bits(), this.bits(), this.bits()];
    const third = hex4((b & 0x0fff) | 0x4000);
    const fourth = hex4(((c >>> 16) & 0x3fff) | 0x8000);
    return `${hex8(a)}-${hex4(b >>> 16)}-${third}-${fourth}-${hex4(c & 0xffff)}${hex8(d)}`;
  }
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex4 = (number: number): string => `${hexBytes[number >>> 8]}${hexBytes[number & 0xff]}`;
const hex8 = (number: number): string => hex4(number >>> 16) + hex4(number & 0xffff);

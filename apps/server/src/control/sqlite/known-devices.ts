/** Bits for each device when the filter is made, and the room it has to grow: at 8 bits a device 2 % are looked up in vain. */
const BITS_PER_DEVICE = 32;
const MIN_BITS = 2 ** 23;
const MAX_BITS = 2 ** 30;
const PROBES = 4;
const COMPLETE = 0;
const HEADER_WORDS = 1;

/**
 * Which devices the database may hold, in memory that both threads see: most requests for a device that nobody
 * registered are answered without a word to the worker. Never "no" for a device that is there.
 */
export class KnownDevices {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #mask: number;

  constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
    this.#mask = (this.#words.length - HEADER_WORDS) * 32 - 1;
  }

  static forCount(devices: number): KnownDevices {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, devices * BITS_PER_DEVICE)));
    const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, wanted));
    return new KnownDevices(new SharedArrayBuffer(bits / 8 + HEADER_WORDS * 4));
  }

  /** Until all devices of the database are in it, it cannot say "no". */
  markComplete(): void {
    Atomics.store(this.#words, COMPLETE, 1);
  }

  add(environmentId: string, deviceId: string): void {
    this.#probe(environmentId, deviceId, (word, bit) => {
      Atomics.or(this.#words, word, bit);
      return true;
    });
  }

  mayHold(environmentId: string, deviceId: string): boolean {
    if (Atomics.load(this.#words, COMPLETE) === 0) return true;
    return this.#probe(environmentId, deviceId, (word, bit) => ((this.#words[word] ?? 0) & bit) !== 0);
  }

  /** Goes through the bits of a device for as long as `visit` says so. */
  #probe(environmentId: string, deviceId: string, visit: (word: number, bit: number) => boolean): boolean {
    let first = fnv(fnv(0x811c9dc5, environmentId), deviceId);
    const step = fnv(0x9747b28c, deviceId) | 1;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const at = first & this.#mask;
      if (!visit(HEADER_WORDS + (at >>> 5), 1 << (at & 31))) return false;
      first = (first + step) | 0;
    }
    return true;
  }
}

/** FNV-1a over UTF-16 units, with a last stir so that the low bits depend on all of them. */
function fnv(seed: number, text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 13);
}

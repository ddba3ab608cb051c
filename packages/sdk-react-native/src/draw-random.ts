import type { HostGlobal } from './host.ts';

const words = 64;

/** SFC32: 128 bits of state, which pass PractRand. */
function sfc32(seeds: Uint32Array): () => number {
  let [a = 0, b = 0, c = 0, counter = 1] = seeds;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 16; round += 1) next();
  return next;
}

/** Four words of everything that differs between devices and moments. */
function gatherSeeds({ Date: clock, performance }: HostGlobal): Uint32Array {
  const seeds = new Uint32Array([0x9e3779b9, 0x243f6a88, 0xb7e15162, clock.now()]);
  for (let round = 0; round < 16; round += 1) {
    const text = `${Math.random()}${performance?.now()}${clock.now()}`;
    for (let at = 0; at < text.length; at += 1) {
      const place = (round + at) % 4;
      seeds[place] =
        Math.imul((seeds[place] as number) ^ text.charCodeAt(at), 0x01000193) + (seeds[(place + 1) % 4] as number);
    }
  }
  return seeds;
}

/**
 * Numbers in [0, 1) with 53 bits. React Native brings no cryptographic source of its own: where the app has one, such as
 * react-native-get-random-values, it is used. Elsewhere ids come from a generator that is seeded with many draws of
 * `Math.random` and with both clocks, since the state of an engine's own may be small.
 */
export function createRandom(global: HostGlobal): () => number {
  const { crypto } = global;
  const pool = new Uint32Array(words);
  let used = words;
  let weak: (() => number) | undefined;
  const draw = (): number => {
    if (weak) return weak();
    if (used === words) {
      try {
        if (!crypto?.getRandomValues) throw new Error('there is none');
        crypto.getRandomValues(pool);
        used = 0;
      } catch {
        // A polyfill whose native side is missing throws when it is called.
        weak = sfc32(gatherSeeds(global));
        return weak();
      }
    }
    return pool[used++] as number;
  };
  return () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;
}

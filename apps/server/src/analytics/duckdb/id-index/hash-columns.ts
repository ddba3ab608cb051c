/** Hashes as two halves, in the order in which they were read. */
export interface HashColumns {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** All of them as 64-bit numbers in ascending order. */
export function sortedHashes(columns: readonly HashColumns[]): BigUint64Array {
  const words = new Uint32Array(2 * columns.reduce((sum, { low }) => sum + low.length, 0));
  let place = 0;
  for (const { low, high } of columns) {
    for (let at = 0; at < low.length; at++) {
      words[place++] = low[at] as number;
      words[place++] = high[at] as number;
    }
  }
  return new BigUint64Array(words.buffer).sort();
}

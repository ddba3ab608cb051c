/** Hashes as two halves, in the order in which they were read. */
export interface HashColumns {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

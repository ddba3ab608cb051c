/**
 * A text that is too large to be held, with the places where something begins that can be looked up.
 * Keys ascend; offsets are bytes from the beginning of the text.
 */
export interface IndexedText {
  readonly keys: Float64Array;
  readonly offsets: Uint32Array;
  /** Up to so many bytes from an offset on. */
  textAt(offset: number, bytes: number): string;
}

/** What was learnt of a text while it was indexed. */
export interface TextFacts {
  readonly debugId?: string;
  /** The address that a symbol table counts from. */
  readonly base?: number;
}

export interface TextIndex {
  readonly keys: Float64Array;
  readonly offsets: Uint32Array;
  readonly facts: TextFacts;
}

/** Is given every line of a text in turn. Throws SymbolFault at the first that cannot be used. */
export interface LineIndexer {
  line(bytes: Buffer, offset: number, lineNumber: number): void;
  finish(): TextIndex;
}

/** The keys in ascending order, each with its offset. */
export function sortedIndex(keys: readonly number[], offsets: readonly number[]): Omit<TextIndex, 'facts'> {
  const isSorted = keys.every((key, at) => at === 0 || (keys[at - 1] ?? 0) <= key);
  if (isSorted) return { keys: Float64Array.from(keys), offsets: Uint32Array.from(offsets) };
  const order = Uint32Array.from(keys.keys()).sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0));
  return {
    keys: Float64Array.from(order, (at) => keys[at] ?? 0),
    offsets: Uint32Array.from(order, (at) => offsets[at] ?? 0),
  };
}

/** How many keys are at most this one: the place behind the last of them. */
export function countUpTo(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

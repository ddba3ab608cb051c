import type { IndexedText, LineIndexer, TextFacts } from './indexed-text.ts';

/** Indexes a text that is in memory. */
export function indexString(text: string, indexer: LineIndexer): IndexedText & { readonly facts: TextFacts } {
  const bytes = Buffer.from(text);
  let start = 0;
  for (let lineNumber = 1; start < bytes.length; lineNumber += 1) {
    const end = bytes.indexOf(0x0a, start);
    const next = end === -1 ? bytes.length : end + 1;
    indexer.line(bytes.subarray(start, next), start, lineNumber);
    start = next;
  }
  return {
    ...indexer.finish(),
    textAt: (offset, length) => bytes.toString('utf8', offset, Math.min(bytes.length, offset + length)),
  };
}

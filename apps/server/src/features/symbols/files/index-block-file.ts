import type { LineIndexer, TextIndex } from '../indexed-text.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { type BlockFile, blockBytes } from './block-file.ts';

const newline = 0x0a;
const MAX_LINE_LENGTH = 1_048_576;

/** Shows an indexer every line of a file, with one block and one line in memory at a time. */
export function indexBlockFile(file: BlockFile, indexer: LineIndexer): TextIndex {
  let rest: Buffer = Buffer.alloc(0);
  let restAt = 0;
  let lineNumber = 0;
  for (let at = 0; at < file.blocks; at += 1) {
    const block = file.block(at);
    let start = 0;
    for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, start)) {
      lineNumber += 1;
      const line = block.subarray(start, end + 1);
      if (rest.length > 0) indexer.line(Buffer.concat([rest, line]), restAt, lineNumber);
      else indexer.line(line, at * blockBytes + start, lineNumber);
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    if (start === block.length) continue;
    if (rest.length === 0) restAt = at * blockBytes + start;
    rest = Buffer.concat([rest, block.subarray(start)]);
    if (rest.length > MAX_LINE_LENGTH) throw new SymbolFault(`Line ${lineNumber + 1} is too long.`);
  }
  if (rest.length > 0) indexer.line(rest, restAt, lineNumber + 1);
  return indexer.finish();
}

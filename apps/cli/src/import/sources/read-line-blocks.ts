import { StringDecoder } from 'node:string_decoder';
import type { Row } from './row.ts';

/** More than any event may have; what is longer is not held in memory. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;
const TOO_LONG = 'the line is longer than 4 MiB';

/** Lines of a stream, as many at once as came at once. */
export async function* readLineBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly Row[]> {
  const decoder = new StringDecoder('utf8');
  let [line, rest, isSkipping] = [0, '', false];
  const rowsOf = (texts: readonly string[]): Row[] => {
    const rows: Row[] = [];
    for (const text of texts) {
      line += 1;
      if (isSkipping) {
        isSkipping = false;
        rows.push({ line, text: '', fault: TOO_LONG });
      } else if (text.trim() !== '') {
        rows.push({ line, text: line === 1 ? text.replace(/^\uFEFF/, '') : text });
      }
    }
    return rows;
  };
  for await (const piece of pieces) {
    const texts = (rest + decoder.write(piece)).split('\n');
    rest = texts.pop() ?? '';
    if (isSkipping || rest.length > MAX_LINE_LENGTH) {
      if (texts.length > 0) yield rowsOf(texts);
      if (rest.length > MAX_LINE_LENGTH) isSkipping = true;
      if (isSkipping) rest = '';
    } else if (texts.length > 0) {
      yield rowsOf(texts);
    }
  }
  rest += decoder.end();
  if (rest !== '' || isSkipping) yield rowsOf([rest]);
}

import { countUpTo, type IndexedText } from '../indexed-text.ts';
import type { NativeSymbols } from '../opened-symbols.ts';
import { readSymbolLine, type TableSymbol } from './read-symbol-line.ts';
import { symbolTableLimits } from './symbol-table-indexer.ts';

/** The last function of a table without sizes is taken to be no longer than this. */
const MAX_LAST_LENGTH = 1_048_576;

export class OpenedSymbolTable implements NativeSymbols {
  readonly family = 'native';
  readonly #text: IndexedText;
  readonly #base: number;
  readonly #isApple: boolean;

  constructor(text: IndexedText, base: number, isApple: boolean) {
    this.#text = text;
    this.#base = base;
    this.#isApple = isApple;
  }

  symbolAt(offset: number): TableSymbol | undefined {
    const address = this.#base + offset;
    const { keys, offsets } = this.#text;
    const at = countUpTo(keys, address) - 1;
    const start = offsets[at];
    if (at < 0 || start === undefined) return undefined;
    const [line = ''] = this.#text.textAt(start, symbolTableLimits.lineBytes).split('\n', 1);
    const read = readSymbolLine(line.trimEnd(), 0, this.#isApple);
    if (read.kind !== 'symbol') return undefined;
    const { symbol } = read;
    const end = symbol.size !== undefined && symbol.size > 0 ? symbol.address + symbol.size : keys[at + 1];
    return address < (end ?? symbol.address + MAX_LAST_LENGTH) ? symbol : undefined;
  }
}

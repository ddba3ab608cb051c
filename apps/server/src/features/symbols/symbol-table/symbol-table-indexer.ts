import { type LineIndexer, sortedIndex, type TextIndex } from '../indexed-text.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { readSymbolLine } from './read-symbol-line.ts';

export const symbolTableLimits = { symbols: 4_000_000, lineBytes: 65_536 } as const;

/** What the linker puts at the beginning of an Apple program; its address is what the table counts from. */
const appleHeaders = new Set(['_mh_execute_header', '_mh_dylib_header', '_mh_bundle_header']);
/** Where programs of Apple's 64-bit systems begin, unless told otherwise. */
const appleBase = 0x1_0000_0000;

/** Finds the functions of a symbol table. */
export class SymbolTableIndexer implements LineIndexer {
  readonly #isApple: boolean;
  readonly #addresses: number[] = [];
  readonly #offsets: number[] = [];
  #base: number | undefined;
  #lowest = Number.POSITIVE_INFINITY;

  constructor(isApple: boolean) {
    this.#isApple = isApple;
  }

  line(bytes: Buffer, offset: number, lineNumber: number): void {
    if (bytes.length > symbolTableLimits.lineBytes) throw new SymbolFault(`Line ${lineNumber} is too long.`);
    const read = readSymbolLine(bytes.toString('utf8').trimEnd(), lineNumber, this.#isApple);
    if (read.kind === 'base') this.#base = read.address;
    if (read.kind !== 'symbol') return;
    const { address, name } = read.symbol;
    if (this.#isApple && appleHeaders.has(name)) this.#base ??= address;
    if (this.#addresses.length >= symbolTableLimits.symbols) {
      throw new SymbolFault(`It has more than ${symbolTableLimits.symbols} symbols.`);
    }
    this.#addresses.push(address);
    this.#offsets.push(offset);
    if (address < this.#lowest) this.#lowest = address;
  }

  finish(): TextIndex {
    if (this.#addresses.length === 0) throw new SymbolFault('It has no line with a function ("address [size] name").');
    const base = this.#base ?? (this.#isApple && this.#lowest >= appleBase ? appleBase : 0);
    return { ...sortedIndex(this.#addresses, this.#offsets), facts: { base } };
  }
}

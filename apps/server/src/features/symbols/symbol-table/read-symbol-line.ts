import { SymbolFault } from '../symbol-fault.ts';

export interface TableSymbol {
  /** From where the table counts; see `TableLine.base`. */
  readonly address: number;
  readonly size?: number;
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}

/** A comment that says from which address the table counts, a symbol, or nothing. */
export type TableLine =
  | { readonly kind: 'base'; readonly address: number }
  | { readonly kind: 'symbol'; readonly symbol: TableSymbol }
  | { readonly kind: 'nothing' };

const nothing: TableLine = { kind: 'nothing' };
const baseLine = /^#\s*base\s+(?:0x)?([0-9a-fA-F]{1,16})\s*$/;
const undefinedSymbol = /^\s*[0-9a-fA-F]*\s*[Uuw]\s+\S/;
const symbolLine =
  /^(?:0x)?([0-9a-fA-F]{1,16})\s+(?:(0x[0-9a-fA-F]{1,16}|[0-9][0-9a-fA-F]{0,15})\s+(?=\S))?(?:([A-Za-z?-])\s+(?=\S))?([^\t]+)(?:\t(.{1,1024}))?$/;
/** What `nm` calls code; the others are data. */
const codeTypes = new Set(['T', 't', 'W', 'w', 'V', 'v', 'i']);
const placeEnd = /^(.{1,1000}?):(\d{1,9})$/;

/** `address [size] [type] name [TAB file:line]`, all numbers hexadecimal: what `nm`, `nm -S` and `nm -l` write. */
export function readSymbolLine(text: string, lineNumber: number, isApple: boolean): TableLine {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (line.trim() === '') return nothing;
  if (line.startsWith('#')) {
    const base = baseLine.exec(line)?.[1];
    return base === undefined ? nothing : { kind: 'base', address: addressOf(base, lineNumber) };
  }
  const match = symbolLine.exec(line);
  if (match === null) {
    if (undefinedSymbol.test(line)) return nothing;
    throw new SymbolFault(`Line ${lineNumber} is not "address [size] [type] name".`);
  }
  const [, address = '', size, type, name = '', place] = match;
  if (type !== undefined && !codeTypes.has(type)) return nothing;
  return {
    kind: 'symbol',
    symbol: {
      address: addressOf(address, lineNumber),
      ...(size === undefined ? {} : { size: addressOf(size.replace(/^0x/i, ''), lineNumber) }),
      name: isApple && name.startsWith('_') ? name.slice(1).trimEnd() : name.trimEnd(),
      ...placeOf(place),
    },
  };
}

/** Addresses of programs have at most 48 bits, so a number holds them. */
function addressOf(hex: string, lineNumber: number): number {
  const value = Number.parseInt(hex, 16);
  if (!Number.isSafeInteger(value)) throw new SymbolFault(`Line ${lineNumber} has an invalid address.`);
  return value;
}

function placeOf(text: string | undefined): Pick<TableSymbol, 'file' | 'line'> {
  if (text === undefined) return {};
  const match = placeEnd.exec(text.trim());
  if (match === null) return { file: text.trim() };
  const line = Number(match[2]);
  return { file: match[1] ?? '', ...(line > 0 ? { line } : {}) };
}

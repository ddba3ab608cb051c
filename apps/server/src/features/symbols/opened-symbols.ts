import type { MappedClass } from './retrace/read-class-section.ts';
import type { ScriptPlace } from './source-map/script-place.ts';
import type { TableSymbol } from './symbol-table/read-symbol-line.ts';

/** A source map that can be asked. */
export interface ScriptSymbols {
  readonly family: 'script';
  /** `line` and `column` as the engine wrote them; without a column the first place of the line is meant. */
  placeAt(line: number, column: number | undefined): ScriptPlace | undefined;
  /** Whether a name may have stood in the source; what the minifier made up has not. */
  mayHoldName(name: string): boolean;
}

/** An R8 or ProGuard mapping that can be asked. */
export interface JvmSymbols {
  readonly family: 'jvm';
  classNamed(obfuscated: string): MappedClass | undefined;
  /** The source file of a class by its original name, where the mapping says it. */
  sourceFileOf(original: string): string | undefined;
}

/** A symbol table that can be asked. */
export interface NativeSymbols {
  readonly family: 'native';
  /** The function that holds an offset from the beginning of the image. */
  symbolAt(offset: number): TableSymbol | undefined;
}

export type OpenedSymbols = ScriptSymbols | JvmSymbols | NativeSymbols;

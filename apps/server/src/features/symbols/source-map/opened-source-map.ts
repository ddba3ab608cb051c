import { LEAST_UPPER_BOUND, originalPositionFor, traceSegment } from '@jridgewell/trace-mapping';
import type { ScriptSymbols } from '../opened-symbols.ts';
import { FunctionNames } from './function-names.ts';
import type { ReadSourceMap } from './read-source-map.ts';
import { scanFunctions } from './scan-functions.ts';
import type { ScriptPlace } from './script-place.ts';
import { sourceContext } from './source-context.ts';

/** Offsets into bytecode begin with 0, columns of source text with 1. */
export type FirstColumn = 0 | 1;

/** What a segment costs in memory, measured with maps of 100,000 to 4,000,000 segments. */
const bytesPerSegment = 90;
const MAX_KNOWN_NAMES = 1_000;

export class OpenedSourceMap implements ScriptSymbols {
  readonly family = 'script';
  readonly #read: ReadSourceMap;
  readonly #firstColumn: FirstColumn;
  readonly #functionNames = new Map<number, FunctionNames | undefined>();
  readonly #knownNames = new Map<string, boolean>();
  readonly #contentBytes: number;

  constructor(read: ReadSourceMap, firstColumn: FirstColumn) {
    this.#read = read;
    this.#firstColumn = firstColumn;
    this.#contentBytes = (read.map.sourcesContent ?? []).reduce((total, text) => total + (text?.length ?? 0), 0);
  }

  get weightBytes(): number {
    return this.#contentBytes + this.#read.segments * bytesPerSegment;
  }

  placeAt(line: number, column: number | undefined): ScriptPlace | undefined {
    if (line < 1) return undefined;
    if (column === undefined) return this.#placeOfLine(line);
    const generatedColumn = Math.max(0, column - this.#firstColumn);
    const segment = traceSegment(this.#read.map, line - 1, generatedColumn);
    if (segment === null || segment.length === 1) return undefined;
    const [, source, sourceLine, sourceColumn] = segment;
    return this.#place(source, sourceLine + 1, sourceColumn);
  }

  mayHoldName(name: string): boolean {
    const known = this.#knownNames.get(name);
    if (known !== undefined) return known;
    if (this.#knownNames.size >= MAX_KNOWN_NAMES) this.#knownNames.clear();
    const isHeld = this.#holdsName(name);
    this.#knownNames.set(name, isHeld);
    return isHeld;
  }

  #holdsName(name: string): boolean {
    // Minifiers write names that short; sources hold them too, for other things.
    if (name.length <= 2) return false;
    const contents = (this.#read.map.sourcesContent ?? []).filter((text) => text !== null);
    return contents.length === 0 || contents.some((text) => holdsWord(text, name));
  }

  #placeOfLine(line: number): ScriptPlace | undefined {
    const found = originalPositionFor(this.#read.map, { line, column: 0, bias: LEAST_UPPER_BOUND });
    if (found.source === null) return undefined;
    const source = this.#read.map.resolvedSources.indexOf(found.source);
    const place = this.#place(source, found.line, found.column);
    if (place === undefined) return undefined;
    const { column: _, ...withoutColumn } = place;
    return withoutColumn;
  }

  #place(source: number, line: number, column: number): ScriptPlace | undefined {
    const { map } = this.#read;
    const file = map.resolvedSources[source];
    if (file === undefined || file === '') return undefined;
    const text = map.sourcesContent?.[source];
    const context = text === null || text === undefined ? undefined : sourceContext(text, line);
    const functions = this.#functionsOf(source, file, text ?? undefined);
    return {
      file,
      line,
      column: column + 1,
      ...(functions === undefined ? {} : { enclosing: functions.at(line, column) ?? null }),
      ...(context === undefined ? {} : { context }),
    };
  }

  /**
   * The map's own list where it has one, otherwise what the text of the source says. What a place is called by in the map
   * is no name of the function: callers know it by a variable of theirs.
   */
  #functionsOf(source: number, file: string, text: string | undefined): FunctionNames | undefined {
    const known = this.#functionNames.get(source);
    if (known !== undefined || this.#functionNames.has(source)) return known;
    const map = this.#read.functionMaps.get(source);
    const starts = map !== undefined || text === undefined ? undefined : scanFunctions(text, file);
    const names = map === undefined ? starts && new FunctionNames(starts) : FunctionNames.ofMap(map);
    this.#functionNames.set(source, names);
    return names;
  }
}

function holdsWord(text: string, word: string): boolean {
  const isPart = (character: string) => /[\w$]/.test(character);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + word.length))) return true;
  }
  return false;
}

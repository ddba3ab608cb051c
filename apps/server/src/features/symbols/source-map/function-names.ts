/** Names of functions by their place in the source, as Metro writes them into `x_facebook_sources`. */
export interface FunctionMap {
  readonly names: readonly string[];
  readonly mappings: string;
}

/** Where a function begins, or goes on behind one inside it; without a name where there is none. */
export interface FunctionStart {
  /** Begins with 1. */
  readonly line: number;
  /** Begins with 0. */
  readonly column: number;
  readonly name: string | undefined;
}

const MAX_STARTS = 500_000;

/** A place belongs to the last function that begins before it. */
export class FunctionNames {
  readonly #starts: readonly FunctionStart[];

  constructor(starts: readonly FunctionStart[]) {
    this.#starts = starts;
  }

  static ofMap(map: FunctionMap): FunctionNames {
    return new FunctionNames(decode(map));
  }

  at(line: number, column: number): string | undefined {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = this.#starts[middle];
      const isBefore = start !== undefined && (start.line < line || (start.line === line && start.column <= column));
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return this.#starts[low - 1]?.name;
  }
}

export function isFunctionMap(value: unknown): value is FunctionMap {
  const { names, mappings } = (value ?? {}) as { names?: unknown; mappings?: unknown };
  return Array.isArray(names) && typeof mappings === 'string';
}

function decode({ names, mappings }: FunctionMap): readonly FunctionStart[] {
  const starts: FunctionStart[] = [];
  let line = 1;
  let nameIndex = 0;
  for (const group of mappings.split(';')) {
    let column = 0;
    for (const segment of group.split(',')) {
      if (starts.length >= MAX_STARTS) return starts;
      const [columnStep, nameStep, lineStep = 0] = decodeNumbers(segment);
      if (columnStep === undefined || nameStep === undefined) continue;
      line += lineStep;
      nameIndex += nameStep;
      column += columnStep;
      const name = names[nameIndex];
      const isNamed = typeof name === 'string' && name !== '<global>' && name !== '<anonymous>';
      starts.push({ line, column, name: isNamed ? name : undefined });
    }
  }
  return starts;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map([...alphabet].map((character, value) => [character, value]));

/** Base-64 variable-length numbers; the library decodes only whole segments of source maps. */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = digits.get(character);
    if (digit === undefined || shift > 30) return [];
    value |= (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

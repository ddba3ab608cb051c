/** Names of functions by their place in the source, as Metro writes them into `x_facebook_sources`. */
export interface FunctionMap {
  readonly names: readonly string[];
  readonly mappings: string;
}

interface FunctionStart {
  readonly line: number;
  readonly column: number;
  readonly name: string | undefined;
}

const mostStarts = 500_000;

/** Each place begins a function, or continues the one around it; a place belongs to the last that begins before it. */
export class FunctionNames {
  readonly #starts: readonly FunctionStart[];

  constructor(map: FunctionMap) {
    this.#starts = decode(map);
  }

  /** `line` begins with 1, `column` with 0. */
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
    const { name } = this.#starts[low - 1] ?? {};
    return name === '<global>' || name === '<anonymous>' ? undefined : name;
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
      if (starts.length >= mostStarts) return starts;
      const [columnStep, nameStep, lineStep = 0] = decodeNumbers(segment);
      if (columnStep === undefined || nameStep === undefined) continue;
      line += lineStep;
      nameIndex += nameStep;
      column += columnStep;
      const name = names[nameIndex];
      starts.push({ line, column, name: typeof name === 'string' ? name : undefined });
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

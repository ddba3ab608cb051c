/** A place of a generated line, and the place of the source that it came from. All numbers count from 0. */
export interface MappedPlace {
  readonly generatedColumn: number;
  readonly source: string;
  readonly line: number;
  readonly column: number;
  /** The name that stands there in the source. */
  readonly name?: string;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A source map (version 3) of a file that is one line, as minifiers write it. */
export function writeSourceMap(
  file: string,
  places: readonly MappedPlace[],
  contents: Readonly<Record<string, string>>,
): string {
  const inOrder = places.toSorted((a, b) => a.generatedColumn - b.generatedColumn);
  const sources = [...new Set(inOrder.map(({ source }) => source))];
  const names = [...new Set(inOrder.flatMap(({ name }) => (name === undefined ? [] : [name])))];
  let before = [0, 0, 0, 0];
  let nameBefore = 0;
  const segments = inOrder.map(({ generatedColumn, source, line, column, name }) => {
    const fields = [generatedColumn, sources.indexOf(source), line, column];
    const steps = fields.map((field, at) => field - (before[at] as number));
    before = fields;
    if (name !== undefined) {
      steps.push(names.indexOf(name) - nameBefore);
      nameBefore = names.indexOf(name);
    }
    return steps.map(base64Vlq).join('');
  });
  return JSON.stringify({
    version: 3,
    file,
    sources,
    sourcesContent: sources.map((source) => contents[source] ?? null),
    names,
    mappings: segments.join(),
  });
}

/** Five bits a digit, the least significant first; the sign is the lowest bit, the sixth says that more follow. */
function base64Vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const five = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? five | 32 : five];
  } while (rest > 0);
  return text;
}

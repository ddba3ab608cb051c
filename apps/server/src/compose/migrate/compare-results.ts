/** Written by the engine that answered, or when it was asked: not part of what is reported. */
const notCompared: ReadonlySet<string> = new Set(['sql', 'asOfMs', 'as_of', 'computed_at', 'generated_at']);
const TOLERANCE = 1e-9;

/** Where two results differ; undefined when they report the same. Numbers may differ in the last digits of a sum. */
export function findDifference(a: unknown, b: unknown, path = ''): string | undefined {
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b) ? undefined : said(path, a, b);
  if (typeof a === 'string' && typeof b === 'string') return differenceOfTexts(a, b, path);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b ? undefined : said(path, a, b);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return said(path, a, b);
  const names = new Set([...Object.keys(a), ...Object.keys(b)].filter((name) => !notCompared.has(name)));
  for (const name of names) {
    const [one, other] = [(a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]];
    const difference = findDifference(one, other, path === '' ? name : `${path}.${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const isSameNumber = (a: number, b: number): boolean =>
  Object.is(a, b) || a === b || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));

/** Some results are JSON. */
function differenceOfTexts(a: string, b: string, path: string): string | undefined {
  if (a === b) return undefined;
  const [one, other] = [parsed(a), parsed(b)];
  return one === undefined || other === undefined ? said(path, a, b) : findDifference(one, other, path);
}

function parsed(text: string): object | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const said = (path: string, a: unknown, b: unknown): string =>
  `${path === '' ? 'the result' : path}: ${short(a)} before, ${short(b)} after`;

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);

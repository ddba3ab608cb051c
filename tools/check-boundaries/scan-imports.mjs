/** @typedef {{ specifier: string, line: number, isTypeOnly: boolean }} FoundImport */

const commentOrText = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const statement = /^[ \t]*(?:import|export)\s+(type\s+)?([\w\s{},*$]*?)\s*from\s*['"]([^'"\n]+)['"]/gm;
const bare = /^[ \t]*import\s*['"]([^'"\n]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]\s*[,)]/g;

/** Blanks comments and template texts, keeping every line where it is: neither of them imports anything. */
const withoutComments = (/** @type {string} */ source) =>
  source.replace(commentOrText, (part) =>
    part.startsWith('/') || part.startsWith('`') ? part.replace(/[^\n]/g, ' ') : part,
  );

/** `{ type A, type B }` brings types only, `{ type A, b }` does not. */
const namesOnlyTypes = (/** @type {string} */ clause) => {
  const names = /^\{([\s\S]*)\}$/.exec(clause.trim())?.[1];
  const parts = (names ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => part.startsWith('type '));
};

/**
 * The imports and re-exports of one file. A scanner and not a parser: it reads the forms that the formatter leaves.
 * @param {string} source
 * @returns {FoundImport[]}
 */
export function scanImports(source) {
  const text = withoutComments(source);
  /** @param {RegExpMatchArray} match */
  const lineOf = (match) => {
    const start = /** @type {number} */ (match.index) + /** @type {RegExpExecArray} */ (/\S/.exec(match[0])).index;
    return text.slice(0, start).split('\n').length;
  };
  const found = [
    ...Array.from(text.matchAll(statement), (match) => ({
      specifier: `${match[3]}`,
      line: lineOf(match),
      isTypeOnly: match[1] !== undefined || namesOnlyTypes(`${match[2]}`),
    })),
    ...Array.from(text.matchAll(bare), (match) => ({
      specifier: `${match[1]}`,
      line: lineOf(match),
      isTypeOnly: false,
    })),
    ...Array.from(text.matchAll(dynamic), (match) => ({
      specifier: `${match[1]}`,
      line: lineOf(match),
      isTypeOnly: false,
    })),
  ];
  return found.sort((a, b) => a.line - b.line);
}

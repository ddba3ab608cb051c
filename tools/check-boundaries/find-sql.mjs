import { posix } from 'node:path';

/**
 * @typedef {import('./read-tree.mjs').SourceFile} SourceFile
 * @typedef {{ root: string, except: readonly string[], why: string }} SqlRow
 */

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
/** A keyword in capitals with something behind it that can be selected: prose says "one SELECT, of this environment". */
const capitals = /\bSELECT\s+(?:DISTINCT\b|[\w*'"($])/g;
/** A text that begins like a statement and says where its rows are from. */
const smallLetters = /(['"`])\s*(?:select|with)\s(?:(?!\1)[\s\S])*?\bfrom\s/g;

/**
 * The lines on which a statement of SQL begins, as far as can be told without parsing. Comments may talk of it.
 * @param {string} source
 * @returns {number[]}
 */
export function findSql(source) {
  const text = source.replace(comment, (part) => part.replace(/[^\n]/g, ' '));
  const starts = [capitals, smallLetters].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index }) => index),
  );
  return [...new Set(starts.map((start) => text.slice(0, start).split('\n').length))].sort((a, b) => a - b);
}

/**
 * @param {readonly SourceFile[]} files
 * @param {readonly SqlRow[]} rows
 */
export function sqlViolations(files, rows) {
  return rows.flatMap(({ root, except, why }) =>
    files
      .filter(({ path, isTest }) => !isTest && path.startsWith(`${root}/`))
      .filter(({ path }) => !except.includes(posix.relative(root, path)))
      .flatMap(({ path: file, sql }) =>
        sql.map((line) => ({ file, line, rule: 'sql', message: `SQL does not belong here: ${why}` })),
      ),
  );
}

/**
 * @param {readonly SourceFile[]} files
 * @param {readonly SqlRow[]} rows
 * @returns {string[]}
 */
export const unusedSqlExceptions = (files, rows) =>
  rows.flatMap(({ root, except }) =>
    except
      .filter((name) => !files.some(({ path, sql }) => path === `${root}/${name}` && sql.length > 0))
      .map((name) => `${root}/${name} may hold SQL, and holds none`),
  );

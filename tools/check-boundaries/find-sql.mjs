import { posix } from 'node:path';

/**
 * @typedef {import('./read-tree.mjs').SourceFile} SourceFile
 * @typedef {{ root: string, except: readonly RegExp[], why: string }} SqlRow
 */

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
/** A keyword in capitals with something behind it that can be selected: prose says "one SELECT, of this environment". */
const capitals = /\bSELECT\s+(?:DISTINCT\b|[\w*'"($])/g;
/** A text that begins like a statement and says where its rows are from. */
const smallLetters = /(['"`])\s*(?:select|with)\s(?:(?!\1)[\s\S])*?\bfrom\s/g;

/** A text that begins like a statement that changes something. */
const writes = /['"`]\s*(?:INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (?:TEMP )?(?:TABLE|INDEX|TRIGGER|VIEW))\s/g;

/**
 * The lines on which a statement of SQL begins, as far as can be told without parsing. Comments may talk of it.
 * @param {string} source
 * @returns {number[]}
 */
export function findSql(source) {
  const text = source.replace(comment, (part) => part.replace(/[^\n]/g, ' '));
  const starts = [capitals, smallLetters, writes].flatMap((pattern) =>
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
      .filter(({ path }) => !except.some((pattern) => pattern.test(posix.relative(root, path))))
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
      .filter(
        (pattern) =>
          !files.some(
            ({ path, sql }) =>
              path.startsWith(`${root}/`) && pattern.test(posix.relative(root, path)) && sql.length > 0,
          ),
      )
      .map((pattern) => `${root} ${pattern} may hold SQL, and nothing there does`),
  );

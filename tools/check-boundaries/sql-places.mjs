/**
 * SQL stands where its engine is: a text that begins like a statement anywhere else is a violation.
 *
 * @typedef {object} SqlPlaces
 * @property {string} root
 * @property {readonly RegExp[]} allowed paths below the root
 * @property {string} hint
 */

const STATEMENT =
  /['"`]\s*(?:SELECT\s|INSERT INTO\s|UPDATE \w+ SET\s|DELETE FROM\s|CREATE (?:TEMP )?(?:TABLE|INDEX|TRIGGER|VIEW)\s|WITH \w+ AS \()/;

/** The lines on which a statement begins. @param {string} text @returns {number[]} */
export function sqlLines(text) {
  return text.split('\n').flatMap((line, at) => {
    const isComment = /^\s*(?:\*|\/\/|\/\*)/.test(line);
    const beginsHere =
      STATEMENT.test(line) || (/[`(=]\s*$/.test(line) && STATEMENT.test(`\`${text.split('\n')[at + 1] ?? ''}`));
    return beginsHere && !isComment ? [at + 1] : [];
  });
}

/**
 * @param {readonly import('./read-tree.mjs').SourceFile[]} files
 * @param {readonly SqlPlaces[]} places
 * @returns {import('./find-violations.mjs').Violation[]}
 */
export function sqlViolations(files, places) {
  return places.flatMap(({ root, allowed, hint }) =>
    files
      .filter(({ path, isTest }) => path.startsWith(`${root}/`) && !isTest)
      .filter(({ path }) => !allowed.some((pattern) => pattern.test(path.slice(root.length + 1))))
      .flatMap(({ path, sqlLines: lines }) =>
        lines.map((line) => ({ file: path, line, rule: 'sql', message: `SQL does not belong here: ${hint}` })),
      ),
  );
}

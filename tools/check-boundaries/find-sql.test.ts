import { expect, test } from 'vitest';
import { findSql } from './find-sql.mjs';

test.each([
  ['a statement', "const sql = 'SELECT 1';", [1]],
  ['one that is put together', `a;\nconst sql = \`SELECT \${column}, count(*) FROM events\`;`, [2]],
  ['one in pieces', "[\n  'WITH seen AS (SELECT ' + who,\n  ' FROM events)',\n  'SELECT * FROM seen'\n]", [2, 4]],
  ['one over several lines', 'const sql = `\n  SELECT\n    day FROM events`;', [2]],
  ['one in small letters', 'const sql = "select day from events";', [1]],
  ['one that begins with a WITH', 'const sql = `with a as (\nselect 1) select * from a`;', [1]],
  ['one behind an address', "const url = 'https://example.org'; const sql = 'SELECT a FROM b';", [1]],
])('%s is found', (_, source, lines) => {
  expect(findSql(source)).toEqual(lines);
});

test.each([
  ['a sentence about it', "'Write a SELECT.'; 'One SELECT, of this environment.'"],
  ['a sentence with the same words', "'Select a column from the list'"],
  ['imports and other texts', "import { select } from './select.ts'; const a = 'select'; const from = 'from ';"],
  ['a comment', "// SELECT a FROM b\n/* 'select a from b'\n * SELECT a FROM b */"],
  ['a list of keywords', "const keywords = ['SELECT', 'FROM'];"],
])('%s is none', (_, source) => {
  expect(findSql(source)).toEqual([]);
});

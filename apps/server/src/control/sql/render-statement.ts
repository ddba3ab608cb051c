import { type AnyStatement, PARAMETER } from './statement.ts';

export type Dialect = 'sqlite' | 'postgres';

/** What is spelled one way in our statements and another way by SQLite. */
const SQLITE_FUNCTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bgreatest\(/g, 'max('],
  [/\bleast\(/g, 'min('],
  [/\bstrpos\(/g, 'instr('],
];

/**
 * The statement as an engine takes it. Its parameters are numbered in the order of `params`.
 *
 * | written | SQLite | PostgreSQL |
 * | --- | --- | --- |
 * | `:name` | `?1` | `$1::text` |
 * | `x IN :list` | `x IN (SELECT value FROM json_each(?1))` | `x = ANY($1::text[])` |
 * | `json_has(x, :value)` | `EXISTS (SELECT 1 FROM json_each(x) WHERE value = ?1)` | as written: a function of ours |
 * | `json_text(x, 'key')` | `json_extract(x, '$.key')` | as written: a function of ours |
 * | `lower(:name)` | `lower(?1)` | `lower($1::text COLLATE "C")`: as SQLite, ASCII alone |
 * | `greatest(x, y)`, `least(x, y)`, `strpos(x, y)` | `max(x, y)`, `min(x, y)`, `instr(x, y)` | as written |
 * | `x AS someName` | as written | `x AS "someName"` |
 */
export function renderStatement({ sql, params }: AnyStatement, dialect: Dialect): string {
  const numbers = new Map(params.map(({ name }, at) => [name, at + 1]));
  const typeOf = new Map(params.map(({ name, type }) => [name, type.postgres]));
  const isSqlite = dialect === 'sqlite';
  const parameter = (name: string) =>
    isSqlite ? `?${numbers.get(name)}` : `$${numbers.get(name)}::${typeOf.get(name)}`;
  const translated = sql
    .replace(/\bIN :(\w+)/g, (_, name: string) =>
      isSqlite ? `IN (SELECT value FROM json_each(${parameter(name)}))` : `= ANY(${parameter(name)})`,
    )
    .replace(/\bjson_has\(([\w.]+), (:\w+)\)/g, (written, column: string, value: string) =>
      isSqlite ? `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ${value})` : written,
    )
    .replace(/\bjson_text\(([\w.]+), '(\w+)'\)/g, (written, column: string, key: string) =>
      isSqlite ? `json_extract(${column}, '$.${key}')` : written,
    )
    .replace(/\blower\((:\w+)\)/g, (written, value: string) => (isSqlite ? written : `lower(${value} COLLATE "C")`))
    .replace(PARAMETER, (_, name: string) => parameter(name));
  if (!isSqlite) return translated.replace(/\bAS ([a-z]+[A-Z]\w*)/g, 'AS "$1"');
  return SQLITE_FUNCTIONS.reduce((text, [written, own]) => text.replace(written, own), translated);
}

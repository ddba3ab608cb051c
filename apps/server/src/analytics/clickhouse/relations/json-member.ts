import type { FieldPath, KeyPath } from '@lamppost/protocol';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';

export interface JsonMemberSql {
  /** As JSON text, so that a string keeps its quotes. NULL when there is no value, or JSON null. A number may be `5` for `5.0`. */
  readonly json: string;
  /** A string without its quotes; see jsonText. */
  readonly text: string;
}

/** The member of a JSON column that the first of the readings finds, as SQL. */
export function jsonMember(column: string, readings: FieldPath['readings']): JsonMemberSql {
  const found = readings.map((keys) => memberOf(column, keys));
  const json = found.length === 1 ? (found[0] as string) : `coalesce(${found.join(', ')})`;
  return { json, text: once('json', json, jsonText) };
}

/**
 * An expression over a value that it names several times. In a lambda the value is computed once, and a branch only for
 * the rows that take it; outside of one, neither is certain where the whole stands in a branch itself.
 */
const once = (name: string, value: string, use: (name: string) => string): string =>
  `arrayElement(arrayMap(${name} -> ${use(name)}, [${value}]), 1)`;

/** The text of a value that is given as JSON. 5 and 5.0 are the same number, so they have the same text. */
export const jsonText = (json: string): string => `multiIf(
  endsWith(${json}, '.0'), substring(${json}, 1, length(${json}) - 2),
  NOT startsWith(${json}, '"'), ${json},
  position(${json}, '\\\\') = 0, substring(${json}, 2, length(${json}) - 2),
  JSONExtractString(${json}))`;

/**
 * ClickHouse reads no document with a number beyond 64 bits or a double, and writes the numbers within objects and lists
 * anew. Both are rare, and then every number is read as a text.
 */
function memberOf(column: string, keys: KeyPath): string {
  const isExactNeeded = `if(found = '', NOT isValidJSON(document), substring(found, 1, 1) IN ('{', '['))`;
  const exact = exactJson(rawAt(exactDocument('document'), keys));
  const json = `nullIf(nullIf(if(${isExactNeeded}, ${exact}, found), ''), 'null')`;
  return `arrayElement(arrayMap((document, found) -> ${json}, [${column}], [${rawAt(column, keys)}]), 1)`;
}

/** A key such as `0` is also the place of an element where there is a list. */
const isPlace = (key: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(key);

/** Read in one go: what was read and written before is another number where it had a point. */
function rawAt(document: string, keys: KeyPath, walked: readonly string[] = []): string {
  const at = keys.findIndex(isPlace);
  if (at === -1) return `JSONExtractRaw(${[document, ...walked, ...keys.map(quoted)].join(', ')})`;
  const key = keys[at] as string;
  const holder = [...walked, ...keys.slice(0, at).map(quoted)];
  const [asPlace, asKey] = [`${Number(key) + 1}`, quoted(key)].map((step) =>
    rawAt(document, keys.slice(at + 1), [...holder, step]),
  );
  return `if(JSONType(${[document, ...holder].join(', ')}) = 'Array', ${asPlace}, ${asKey})`;
}

// Stored text has no NUL, and JSON no raw control characters, so neither can be meant by anybody else.
const MARK = '\\u0000';
const RAW_MARK = '\u0001';
const A_STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const AN_ESCAPE = String.raw`\\[\\"/bfnrt]`;

/** The document with every number as a string that begins with a NUL. */
export const exactDocument = (document: string): string => {
  const pattern = `(${A_STRING})|(-?[0-9][0-9.eE+-]*)`;
  const marked = `replaceRegexpAll(${document}, ${quoted(pattern)}, ${quoted(`\\1"${RAW_MARK}\\2"`)})`;
  const ofNumbers = `replaceAll(${marked}, ${quoted(`"${RAW_MARK}"`)}, '')`;
  return `replaceAll(${ofNumbers}, ${quoted(RAW_MARK)}, ${quoted(MARK)})`;
};

/** What was found in such a document as it is stored. */
export function exactJson(found: string): string {
  const withNumbers = `replaceRegexpAll(${found}, ${quoted(String.raw`(${AN_ESCAPE})|"\\u0000([^"]*)"`)}, ${quoted('\\1\\2')})`;
  return withLineSeparators(withNumbers);
}

/** JSON that ClickHouse wrote as it is stored: it escapes line separators. */
const withLineSeparators = (json: string): string => ['2028', '2029'].reduce(unescaped, json);

/** An escape stands behind an even number of backslashes, so pairs of them are passed over. */
function unescaped(json: string, code: string): string {
  const marked = `replaceRegexpAll(${json}, ${quoted(String.raw`(${AN_ESCAPE})|\\u${code}`)}, ${quoted(`\\1${RAW_MARK}`)})`;
  const ofEscapes = `replaceRegexpAll(${marked}, ${quoted(`(${AN_ESCAPE})${RAW_MARK}`)}, ${quoted('\\1')})`;
  return `replaceAll(${ofEscapes}, ${quoted(RAW_MARK)}, ${quoted(String.fromCodePoint(Number.parseInt(code, 16)))})`;
}

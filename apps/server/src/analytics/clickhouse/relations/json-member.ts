import type { FieldPath, KeyPath } from '@lamppost/protocol';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';

export interface JsonMemberSql {
  /** As JSON text, so that a string keeps its quotes. NULL when there is no value, or JSON null. A number may be `5` for `5.0`. */
  readonly json: string;
  /** A string without its quotes. */
  readonly text: string;
}

/** The member of a JSON column that the first of the readings finds, as SQL. */
export function jsonMember(column: string, readings: FieldPath['readings']): JsonMemberSql {
  const found = readings.map((keys) => memberOf(column, keys));
  const json = found.length === 1 ? (found[0] as string) : `coalesce(${found.join(', ')})`;
  return { json, text: textOf(json) };
}

/** The text of a value that is given as JSON. */
export const textOf = (json: string): string => `multiIf(NOT startsWith(${json}, '"'), ${json},
  position(${json}, '\\\\') = 0, substring(${json}, 2, length(${json}) - 2), JSONExtractString(${json}))`;

/**
 * ClickHouse reads no document with a number beyond 64 bits or a double, and writes the numbers within objects and lists
 * anew. Both are rare, and then every number is read as a text.
 */
function memberOf(column: string, keys: KeyPath): string {
  const plain = rawAt(column, keys);
  const isExactNeeded = `if(${plain} = '', NOT isValidJSON(${column}), substring(${plain}, 1, 1) IN ('{', '['))`;
  const json = `if(${isExactNeeded}, ${exactJson(rawAt(exactDocument(column), keys))}, ${plain})`;
  return `nullIf(nullIf(${json}, ''), 'null')`;
}

/** A key such as `0` is also the place of an element where there is a list. */
const isPlace = (key: string): boolean => /^(?:0|[1-9]\d{0,8})$/.test(key);

function rawAt(document: string, keys: KeyPath): string {
  const first = keys.findIndex(isPlace);
  if (first === -1) return `JSONExtractRaw(${[document, ...keys.map(quoted)].join(', ')})`;
  const holder = first === 0 ? document : rawAt(document, keys.slice(0, first));
  const key = keys[first] as string;
  const element = `if(startsWith(${holder}, '['), JSONExtractRaw(${holder}, ${Number(key) + 1}), JSONExtractRaw(${holder}, ${quoted(key)}))`;
  return first === keys.length - 1 ? element : rawAt(element, keys.slice(first + 1));
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
  return ['2028', '2029'].reduce(unescaped, withNumbers);
}

/** ClickHouse escapes line separators. An escape stands behind an even number of backslashes, so pairs are passed over. */
function unescaped(json: string, code: string): string {
  const marked = `replaceRegexpAll(${json}, ${quoted(String.raw`(${AN_ESCAPE})|\\u${code}`)}, ${quoted(`\\1${RAW_MARK}`)})`;
  const ofEscapes = `replaceRegexpAll(${marked}, ${quoted(`(${AN_ESCAPE})${RAW_MARK}`)}, ${quoted('\\1')})`;
  return `replaceAll(${ofEscapes}, ${quoted(RAW_MARK)}, ${quoted(String.fromCodePoint(Number.parseInt(code, 16)))})`;
}

import type { FieldPath, KeyPath } from '@lamppost/protocol';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';

/**
 * Numbers that ClickHouse prints otherwise than they are stored: 1.0 becomes 1; and its parser finds nothing at all in a
 * document with an integer of more than 64 bits or a number beyond the doubles. They are made texts before the document
 * is parsed, and numbers again behind it.
 */
const ODD_NUMBER = '(^|[:,\\[])(-?[0-9]+\\.0|-?[0-9]{19,}|-?[0-9.]+[eE][-+]?[0-9]{3,})\\b';
/** Before such a number. A text that somebody sends with it would be taken for one: nobody's text begins like this. */
const MARK = '\\u0001#';
/** A string of JSON, or what stands between two of them. */
const PIECES = '"(?:[^"\\\\]|\\\\.)*"|[^"]+';

const marked = (column: string): string =>
  `arrayStringConcat(arrayMap(piece -> if(startsWith(piece, '"'), piece,
    replaceRegexpAll(piece, ${quoted(ODD_NUMBER)}, ${quoted(`\\1"\\${MARK}\\2"`)})),
    extractAll(ifNull(${column}, ''), ${quoted(PIECES)})))`;

/** Looked for where a number can begin: nearly every document has a version such as "5.2.0" in a text. */
const parseable = (column: string): string =>
  `if(match(${column}, ${quoted(ODD_NUMBER)}), ${marked(column)}, ${column})`;

/** Numbers again, in JSON text and in the text of a value. */
const unmarked = (text: string): string =>
  `replaceRegexpAll(${text}, ${quoted(`^\u0001#|"\\\\u0001#([-+0-9.eE]+)"`)}, ${quoted('\\1')})`;

const isPlace = (key: string): boolean => /^(0|[1-9][0-9]{0,8})$/.test(key);

/** A document and the keys that lead to a value in it. */
function pathTo(column: string, keys: readonly string[]): string {
  let json = parseable(column);
  let plain: string[] = [];
  for (const key of keys) {
    if (!isPlace(key)) {
      plain.push(quoted(key));
      continue;
    }
    const holder = plain.length === 0 ? json : `JSONExtractRaw(${[json, ...plain].join(', ')})`;
    // A place in a list, or a key like any other. Once as an element, since it is named three times.
    json = `arrayMap(holder -> if(startsWith(holder, '['), JSONExtractRaw(holder, ${Number(key) + 1}),
      JSONExtractRaw(holder, ${quoted(key)})), [${holder}])[1]`;
    plain = [];
  }
  return [json, ...plain].join(', ');
}

/** What stands at a path, as JSON text that entriesOf understands; empty or NULL when there is nothing. */
export const markedAt = (column: string, keys: readonly string[]): string => `JSONExtractRaw(${pathTo(column, keys)})`;

/** The text of what stands at a path: a string without its quotes, NULL for JSON null and where there is nothing. */
export const jsonTextAt = (column: string, keys: KeyPath): string =>
  unmarked(`JSONExtract(${pathTo(column, keys)}, 'Nullable(String)')`);

/** The number that the first of the readings finds; NULL for what is none, and for a string that holds one. */
export const jsonNumberOf = (column: string, readings: FieldPath['readings']): string =>
  `toFloat64OrNull(${unmarked(
    `coalesce(${readings.map((keys) => `nullIf(nullIf(${markedAt(column, keys)}, ''), 'null')`).join(', ')})`,
  )})`;

/** The members of an object that markedAt found, as an array of (key, text); none of what is no object, or JSON null. */
export const entriesOf = (object: string): string =>
  `arrayMap(member -> (member.1, assumeNotNull(${unmarked("JSONExtract(member.2, 'Nullable(String)')")})),
    arrayFilter(member -> member.2 != 'null', JSONExtractKeysAndValuesRaw(${object})))`;

import type { FieldPath, KeyPath } from '@lamppost/protocol';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';

/**
 * Numbers that ClickHouse prints otherwise than they are stored: 1.0 becomes 1; and its parser finds nothing at all in a
 * document with an integer of more than 64 bits or a number beyond the doubles. They are made texts before the document
 * is parsed, and numbers again behind it.
 */
const ODD_NUMBER = '(^|[:,\\[])(-?[0-9]+\\.0|-?[0-9]{19,}|-?[0-9.]+[eE][-+]?[0-9]{3,})\\b';
const MAY_BE_ODD = '\\.0\\b|[0-9]{19}|[eE][-+]?[0-9]{3}';
/** Before such a number. A text that somebody sends with it would be taken for one: nobody's text begins like this. */
const MARK = '\\u0001#';
/** A string of JSON, or what stands between two of them. */
const PIECES = '"(?:[^"\\\\]|\\\\.)*"|[^"]+';

const marked = (json: string): string =>
  `arrayStringConcat(arrayMap(piece -> if(startsWith(piece, '"'), piece,
    replaceRegexpAll(piece, ${quoted(ODD_NUMBER)}, ${quoted(`\\1"\\${MARK}\\2"`)})), extractAll(${json}, ${quoted(PIECES)})))`;

const parseable = (column: string): string => {
  const json = `ifNull(${column}, '')`;
  return `if(match(${json}, ${quoted(MAY_BE_ODD)}), ${marked(json)}, ${json})`;
};

/** Numbers again, where there are marks. */
const unmarked = (json: string): string =>
  `if(position(${json}, ${quoted(MARK)}) > 0,
    replaceRegexpAll(${json}, ${quoted(`"\\\\u0001#([-+0-9.eE]+)"`)}, ${quoted('\\1')}), ${json})`;

/** What stands at a path, as JSON text that entriesOf understands; empty when there is nothing. */
export const markedAt = (column: string, keys: KeyPath | readonly []): string =>
  keys.reduce<string>(
    // A number is a place in a list, or a key like any other.
    (json, key) =>
      /^(0|[1-9][0-9]{0,8})$/.test(key)
        ? `if(startsWith(${json}, '['), JSONExtractRaw(${json}, ${Number(key) + 1}), JSONExtractRaw(${json}, ${quoted(key)}))`
        : `JSONExtractRaw(${json}, ${quoted(key)})`,
    parseable(column),
  );

/** What stands at a path, as JSON text in the spelling in which it is stored; NULL when there is nothing. */
export const jsonAt = (column: string, keys: KeyPath): string => `nullIf(${unmarked(markedAt(column, keys))}, '')`;

/** The same as text: a string without its quotes, NULL for JSON null. */
export const jsonTextAt = (column: string, keys: KeyPath): string => textOf(jsonAt(column, keys));

/** The number that the first of the readings finds; NULL for what is none, and for a string that holds one. */
export const jsonNumberOf = (column: string, readings: FieldPath['readings']): string =>
  `toFloat64OrNull(coalesce(${readings.map((keys) => `nullIf(${jsonAt(column, keys)}, 'null')`).join(', ')}))`;

const textOf = (json: string): string =>
  `multiIf(${json} = 'null', NULL, startsWith(${json}, '"'), JSONExtractString(assumeNotNull(${json})), ${json})`;

/** The members of an object that markedAt found, as an array of (key, text); none of what is no object, or JSON null. */
export const entriesOf = (marked: string): string =>
  `arrayMap(member -> (member.1, assumeNotNull(${textOf(unmarked('member.2'))})),
    arrayFilter(member -> member.2 != 'null', JSONExtractKeysAndValuesRaw(${marked})))`;

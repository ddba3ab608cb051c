import type { FieldPath, KeyPath } from '@lamppost/protocol';
import { quoted } from '../sql-text.ts';

export interface JsonMemberSql {
  /** As JSON text, so that a string keeps its quotes. */
  readonly json: string;
  /** A string without its quotes. NULL when there is no value, or JSON null. */
  readonly text: string;
}

/** The member of a JSON column that the first of the readings finds, as SQL. */
export function jsonMember(column: string, [first, ...others]: FieldPath['readings']): JsonMemberSql {
  if (others.length === 0) {
    const at = pointer(first);
    return { json: `json_extract(${column}, ${at})::VARCHAR`, text: `json_extract_string(${column}, ${at})` };
  }
  // All of them in one call: the JSON is parsed once, which is what takes the time.
  const all = [first, ...others];
  const list = `[${all.map(pointer).join(', ')}]`;
  const places = all.map((_, at) => at + 1);
  const json = places.map((place) => `nullif(json_extract(${column}, ${list})[${place}]::VARCHAR, 'null')`);
  const text = places.map((place) => `json_extract_string(${column}, ${list})[${place}]`);
  return { json: `coalesce(${json.join(', ')})`, text: `coalesce(${text.join(', ')})` };
}

/** A JSON pointer, so that a key may hold any character. */
const pointer = (keys: KeyPath): string =>
  quoted(keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));

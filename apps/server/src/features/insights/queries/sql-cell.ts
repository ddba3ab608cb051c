/** What a column of a result holds, in words. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'time'
  | 'interval'
  | 'uuid'
  | 'json'
  | 'list'
  | 'struct'
  | 'map'
  | 'binary';

/** Texts longer than this are cut: nobody reads them in a table, and one row must not fill the answer. */
export const MAX_CELL_CHARACTERS = 32_768;

/** A list or struct that is longer, as JSON, is given as the beginning of its text. */
const MAX_NESTED_CHARACTERS = MAX_CELL_CHARACTERS * 6;

/** JSON goes out as it is stored, digits included. */
export function jsonText(text: string): string {
  if (text.length > MAX_CELL_CHARACTERS) return JSON.stringify(cut(text));
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    if (error instanceof SyntaxError) return JSON.stringify(text);
    throw error;
  }
}

/** A list or struct that is too long is given as the beginning of its text. */
export const bounded = (json: string): string =>
  json.length <= MAX_NESTED_CHARACTERS || json.startsWith('"') ? json : JSON.stringify(cut(json));

export const cut = (text: string): string =>
  text.length <= MAX_CELL_CHARACTERS ? text : `${text.slice(0, MAX_CELL_CHARACTERS).toWellFormed()}…`;

const MAX_TIME_MS = 8.64e15;

/** Null for times that are none: infinity, and years that no calendar has. */
export const isoOf = (ms: number): string | null => (Math.abs(ms) <= MAX_TIME_MS ? new Date(ms).toISOString() : null);

/** The digits of a decimal: as a number when that says the same, otherwise as text. */
export const decimalOf = (text: string): number | string =>
  text.replace(/\D/g, '').length <= 15 ? Number(text) : text;

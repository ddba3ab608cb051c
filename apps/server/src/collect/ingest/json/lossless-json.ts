import { randomBytes } from 'node:crypto';

/** Integers beyond a double travel through JSON.parse as texts that carry this unguessable mark. */
const mark = `int:${randomBytes(12).toString('hex')}:`;
const stringOrLongInteger = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
const markedInteger = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** Surrogate pairs are kept; a lone half or a NUL is not something every reader of JSON takes. */
const escapeSequence = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g;

/** Parses valid JSON text into a value that is to be edited and written again by `writeLossless`. */
export function parseLossless(text: string): unknown {
  return JSON.parse(text.replace(stringOrLongInteger, (token) => (token[0] === '"' ? token : `"${mark}${token}"`)));
}

/** Whether a text of such a value stands for an integer. */
export const isMarkedInteger = (text: string): boolean => text.startsWith(mark);

/** JSON text of a value from `parseLossless`, with its integers as they were sent. */
export function restoreIntegers(json: string): string {
  return json.includes(mark) ? json.replace(markedInteger, '$1') : json;
}

/**
 * Integers keep their digits, numbers beyond a double are null, lone surrogates U+FFFD, NULs gone,
 * and of equal keys the last has stayed.
 */
export function writeLossless(value: unknown): string {
  const whole = restoreIntegers(JSON.stringify(value));
  if (!whole.includes('\\u')) return whole;
  return whole.replace(escapeSequence, (token) => {
    if (token === '\\u0000') return '';
    return token.length === 6 && /^\\u[dD][89a-fA-F]/.test(token) ? '\\ufffd' : token;
  });
}

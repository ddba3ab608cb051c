import { limits } from '@lamppost/protocol';

/** What the bytes of a body say before it is parsed. */
export interface JsonSurvey {
  /** Reading it would hold up everybody: it has many different names, or very many values. */
  readonly isHeavy: boolean;
  /** It is nested deeper than limits.nestingLevels. */
  readonly isTooDeep: boolean;
  /** Parsed and written out again, no element of a batch has more bytes. */
  readonly maxElementBytes: number;
}

/** Smaller bodies are read in a few milliseconds, whatever is in them. */
const LIGHT_BYTES = 65_536;
/** Names that the parser has not seen yet cost it a microsecond each, and every later look at them as much again. */
const MAX_NAMES = 4_000;
const MAX_VALUES = 150_000;
/** A longer name counts as a new one; there are few of them in a body. */
const MAX_HASHED_LENGTH = 64;
const HASH_BITS = 16;
/** Not to be guessed, so that nobody makes names that count as one. */
const SEED = Math.floor(Math.random() * 0x7fffffff);
/** The body, its batch and the element. */
const LEVELS_OF_ELEMENTS = 3;
/** As it is parsed, `1e20` has 21 digits instead of 4 bytes; a byte that is not UTF-8 becomes three. */
const MAX_GROWTH = 6;

const [QUOTE, COMMA, COLON, LAST_CAPITAL, BACKSLASH, OPENING, CLOSING] = [0x22, 0x2c, 0x3a, 0x5a, 0x5c, 0x7b, 0x7d];

const seen = new Uint8Array(2 ** (HASH_BITS - 3));

/**
 * Looks at each byte once, which takes about 5 ns: a fraction of what parsing and measuring the values would. That a number
 * may grow is left out of account in small bodies: to measure all of their events would cost as much as to parse them.
 */
export function surveyJson(bytes: Uint8Array): JsonSurvey {
  const length = bytes.length;
  if (length <= LIGHT_BYTES) return { isHeavy: false, isTooDeep: false, maxElementBytes: length };
  seen.fill(0);
  let [at, depth, names, values, elementAt, longest] = [0, 0, 0, 0, 0, 0];
  while (at < length) {
    const byte = bytes[at++] as number;
    if (byte === QUOTE) {
      const start = at;
      at = endOfString(bytes, at);
      if (bytes[firstBehindBlanks(bytes, at)] === COLON && isNew(bytes, start, at - 1)) names += 1;
    } else if (byte === COMMA) {
      values += 1;
    } else if (byte > LAST_CAPITAL) {
      // Setting bit 5 makes `[` and `{` one case, `]` and `}` the other.
      const bracket = byte | 0x20;
      if (bracket === OPENING) {
        values += 1;
        depth += 1;
        if (depth === LEVELS_OF_ELEMENTS) elementAt = at;
        else if (depth > limits.nestingLevels) return { isHeavy: false, isTooDeep: true, maxElementBytes: length };
      } else if (bracket === CLOSING) {
        if (depth === LEVELS_OF_ELEMENTS) longest = Math.max(longest, at - elementAt + 1);
        depth -= 1;
      }
    }
  }
  const isHeavy = names > MAX_NAMES || values > MAX_VALUES;
  return { isHeavy, isTooDeep: false, maxElementBytes: longest * MAX_GROWTH };
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at++];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return at;
}

function firstBehindBlanks(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((bytes[at] ?? 0xff) <= 0x20) at += 1;
  return at;
}

/** FNV-1a; two names that share a place count as one, which does not matter here. */
function isNew(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > MAX_HASHED_LENGTH) return true;
  let hash = SEED;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  const place = (hash ^ (hash >>> HASH_BITS)) & (2 ** HASH_BITS - 1);
  const bit = 1 << (place & 7);
  const isKnown = ((seen[place >> 3] as number) & bit) !== 0;
  seen[place >> 3] = (seen[place >> 3] as number) | bit;
  return !isKnown;
}

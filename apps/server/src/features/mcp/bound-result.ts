import { isJsonObject } from '@lamppost/protocol';

const MAX_RESULT_BYTES = 40_000;
const MAX_STRING_LENGTH = 4_000;
/** Lists are cut to ever fewer items until the result is small enough. */
const LIST_LENGTHS = [200, 100, 50, 20, 10, 5, 2, 1, 0];

export interface BoundResult {
  readonly text: string;
  /** What was cut, such as `data.rows: 100 of 5000 items`. */
  readonly cuts: readonly string[];
}

/** JSON of at most so many bytes. What is left out is named, so that nobody takes a part for the whole. */
export function boundResult(value: unknown, maxBytes = MAX_RESULT_BYTES): BoundResult {
  const whole = JSON.stringify(value) ?? 'null';
  if (Buffer.byteLength(whole) <= maxBytes && !hasLongString(value)) return { text: whole, cuts: [] };
  for (const maxItems of [Number.POSITIVE_INFINITY, ...LIST_LENGTHS]) {
    const cuts = new Map<string, string>();
    const text = JSON.stringify(cut(value, '', maxItems, cuts)) ?? 'null';
    if (Buffer.byteLength(text) <= maxBytes)
      return { text, cuts: [...cuts].slice(0, 20).map(([at, said]) => `${at}: ${said}`) };
  }
  return { text: 'null', cuts: ['the whole result is too large'] };
}

function cut(value: unknown, path: string, maxItems: number, cuts: Map<string, string>): unknown {
  if (typeof value === 'string' && value.length > MAX_STRING_LENGTH) {
    cuts.set(path, `the first ${MAX_STRING_LENGTH} of ${value.length} characters`);
    return value.slice(0, MAX_STRING_LENGTH);
  }
  if (Array.isArray(value)) {
    if (value.length > maxItems) cuts.set(path, `${maxItems} of ${value.length} items`);
    return value.slice(0, maxItems).map((item) => cut(item, `${path}[]`, maxItems, cuts));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      cut(member, path === '' ? name : `${path}.${name}`, maxItems, cuts),
    ]),
  );
}

function hasLongString(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_STRING_LENGTH;
  if (Array.isArray(value)) return value.some(hasLongString);
  return isJsonObject(value) && Object.values(value).some(hasLongString);
}

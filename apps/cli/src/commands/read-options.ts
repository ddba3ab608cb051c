import { usageError } from '../exit/usage-error.ts';
import { parseJson } from '../files/parse-json.ts';

/** `a=1` as name and value; values are JSON where they can be read as such, otherwise text. */
export function readAssignments(pairs: readonly string[] = [], option: string): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw usageError(`${option} takes name=value, not "${pair}".`);
      return [pair.slice(0, at), readValue(pair.slice(at + 1))];
    }),
  );
}

/** `true`, `12`, `{"a": 1}` are what they look like; anything else is a text. `"12"` in quotes is a text too. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value of the type of a flag. */
export function readFlagValue(text: string, type: 'boolean' | 'string' | 'number' | 'json', option: string): unknown {
  switch (type) {
    case 'string':
      return text;
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw usageError(`${option} must be true or false, not "${text}".`);
      return text === 'true';
    case 'number':
      return readNumber(text, option);
    case 'json':
      return parseJson(text, option);
  }
}

export function readNumber(text: string, option: string, min = -Infinity, max = Infinity): number {
  const value = text.trim() === '' ? Number.NaN : Number(text.replace(/%$/, ''));
  if (!Number.isFinite(value)) throw usageError(`${option} must be a number, not "${text}".`);
  if (value < min || value > max) throw usageError(`${option} must be ${min} to ${max}, not ${value}.`);
  return value;
}

export function readChoice<const T extends string>(text: string, choices: readonly T[], option: string): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw usageError(`${option} must be one of ${choices.join(', ')}, not "${text}".`);
  return found;
}

/** Leaves out what is undefined, so that requests hold what was said and nothing else. */
export function omitUndefined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never;
}

import { type KeyPath, readingsOf } from './parse-field-path.ts';

/**
 * The path that `parseFieldPath` reads as these keys: without quotes where nothing else can be meant by it, given which
 * other paths there are.
 */
export function writeFieldPath(keys: KeyPath, isPath: (other: KeyPath) => boolean): string {
  const plain = keys.join('.');
  const readings = readingsOf(plain) ?? [];
  const others = readings.filter((reading) => !isSame(reading, keys));
  const isPlain = others.length < readings.length && !others.some(isPath);
  return isPlain ? plain : exactPath(keys);
}

const isSame = (one: KeyPath, other: KeyPath): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

/** One part in quotes is enough to say that all of them are keys. */
function exactPath(keys: KeyPath): string {
  const needsQuotes = (key: string): boolean => key === '' || key.startsWith('"') || key.includes('.');
  const isAnyQuoted = keys.some(needsQuotes);
  return keys
    .map((key, at) => (needsQuotes(key) || (!isAnyQuoted && at === 0) ? `"${key.replaceAll('"', '""')}"` : key))
    .join('.');
}

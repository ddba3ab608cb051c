type FieldRoot = 'event_properties' | 'event_context';

/** Keys from the outside in. */
export type KeyPath = readonly string[];

export interface FieldPath {
  readonly root: FieldRoot;
  /** Where the value may be, in the order in which they are tried; the first that has one counts. Never empty. */
  readonly readings: readonly [KeyPath, ...KeyPath[]];
}

const MAX_LEVELS = 5;
const MAX_KEY_LENGTH = 128;

/** A key in quotes, in which a quote is written twice, or any text without dots; then a dot or the end. */
const part = /(?:"((?:[^"]|"")*)"|([^.]+))(\.|$)/suy;

/**
 * `event_properties.<path>` or `event_context.<path>`. A path without quotes may be one key with dots in it, or one
 * key a level: it is tried as the one first. With quotes it says exactly what it is: `"a.b".c`. Undefined for any
 * other text.
 */
export function parseFieldPath(field: string): FieldPath | undefined {
  const dot = field.indexOf('.');
  const root = field.slice(0, Math.max(0, dot));
  if (root !== 'event_properties' && root !== 'event_context') return undefined;
  const readings = readingsOf(field.slice(dot + 1));
  return readings === undefined ? undefined : { root, readings };
}

/** The same for what follows the root. */
export function readingsOf(path: string): FieldPath['readings'] | undefined {
  const keys: string[] = [];
  let isQuoted = false;
  part.lastIndex = 0;
  for (let end = '.'; end === '.'; ) {
    const [, quoted, bare, behind] = part.exec(path) ?? [];
    if (behind === undefined) return undefined;
    const key = quoted?.replaceAll('""', '"') ?? bare ?? '';
    if (key.length > MAX_KEY_LENGTH || keys.length === MAX_LEVELS) return undefined;
    keys.push(key);
    isQuoted ||= quoted !== undefined;
    end = behind;
  }
  return isQuoted || keys.length === 1 ? [keys] : [[path], keys];
}

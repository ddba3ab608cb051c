import { Unacceptable } from '../../control/control-errors.ts';
import type { Attributes, AttributeValue } from './device-store.ts';

const MOST_ATTRIBUTES = 100;
const LONGEST_KEY = 128;
const LONGEST_STRING = 1_024;
const LONGEST_LIST = 100;

export interface MergedAttributes {
  readonly attributes: Attributes;
  readonly isChanged: boolean;
}

/**
 * Merges key by key; null removes. Throws Unacceptable, naming the key, when the outcome would be out of bounds.
 * Built on a Map and Object.fromEntries: a key named `__proto__` is a key like any other.
 */
export function mergeAttributes(
  known: Attributes,
  sent: Readonly<Record<string, AttributeValue | null>>,
): MergedAttributes {
  const merged = new Map<string, AttributeValue>(Object.entries(known));
  let isChanged = false;
  for (const [key, value] of Object.entries(sent)) {
    const before = merged.get(key);
    if (value === null) {
      isChanged = merged.delete(key) || isChanged;
      continue;
    }
    refuseUnlessUsable(key, value);
    if (before !== undefined && isSame(before, value)) continue;
    merged.set(key, value);
    isChanged = true;
    if (merged.size > MOST_ATTRIBUTES) tooMany(key, merged, sent);
  }
  return { attributes: isChanged ? Object.fromEntries(merged) : known, isChanged };
}

/** Only the outcome counts: keys that the rest of the same change removes make room. */
function tooMany(
  key: string,
  merged: ReadonlyMap<string, AttributeValue>,
  sent: Readonly<Record<string, AttributeValue | null>>,
): void {
  let removedLater = 0;
  for (const [name, value] of Object.entries(sent)) if (value === null && merged.has(name)) removedLater++;
  if (merged.size - removedLater > MOST_ATTRIBUTES) refuse(key, `a user has at most ${MOST_ATTRIBUTES} attributes.`);
}

function refuseUnlessUsable(key: string, value: unknown): void {
  if (key.length < 1 || key.length > LONGEST_KEY) refuse(key, `a key has 1 to ${LONGEST_KEY} characters.`);
  if (!Array.isArray(value)) {
    refuseUnlessScalar(key, value);
    return;
  }
  if (value.length > LONGEST_LIST) refuse(key, `a list has at most ${LONGEST_LIST} values.`);
  for (const item of value) refuseUnlessScalar(key, item);
}

function refuseUnlessScalar(key: string, value: unknown): void {
  switch (typeof value) {
    case 'string':
      if (value.length > LONGEST_STRING) refuse(key, `a string has at most ${LONGEST_STRING} characters.`);
      return;
    case 'number':
      if (!Number.isFinite(value)) refuse(key, 'a number must be finite.');
      return;
    case 'boolean':
      return;
    default:
      refuse(key, 'a value is a string, a number, a boolean, or a list of these.');
  }
}

function refuse(key: string, why: string): never {
  throw new Unacceptable(`attributes.${key}`, `Attribute "${key.slice(0, LONGEST_KEY)}": ${why}`);
}

function isSame(before: AttributeValue, after: AttributeValue): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return before.length === after.length && before.every((item, index) => item === after[index]);
}

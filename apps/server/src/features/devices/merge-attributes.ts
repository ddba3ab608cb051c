import { Unacceptable } from '../../control/control-errors.ts';
import type { Attributes, AttributeValue } from './device-store.ts';

const MAX_ATTRIBUTES = 100;
const MAX_KEY_LENGTH = 128;
const MAX_STRING_LENGTH = 1_024;
const MAX_LIST_LENGTH = 100;

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
    if (merged.size > MAX_ATTRIBUTES) tooMany(key, merged, sent);
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
  if (merged.size - removedLater > MAX_ATTRIBUTES) refuse(key, `a user can have at most ${MAX_ATTRIBUTES} attributes.`);
}

function refuseUnlessUsable(key: string, value: unknown): void {
  if (key.length < 1 || key.length > MAX_KEY_LENGTH) refuse(key, `a key must have 1 to ${MAX_KEY_LENGTH} characters.`);
  if (!Array.isArray(value)) {
    refuseUnlessScalar(key, value);
    return;
  }
  if (value.length > MAX_LIST_LENGTH) refuse(key, `a list can have at most ${MAX_LIST_LENGTH} values.`);
  for (const item of value) refuseUnlessScalar(key, item);
}

function refuseUnlessScalar(key: string, value: unknown): void {
  switch (typeof value) {
    case 'string':
      if (value.length > MAX_STRING_LENGTH) refuse(key, `a string can have at most ${MAX_STRING_LENGTH} characters.`);
      return;
    case 'number':
      if (!Number.isFinite(value)) refuse(key, 'a number must be finite.');
      return;
    case 'boolean':
      return;
    default:
      refuse(key, 'a value must be a string, a number, a boolean, or a list of these.');
  }
}

function refuse(key: string, why: string): never {
  throw new Unacceptable(`attributes.${key}`, `Attribute "${key.slice(0, MAX_KEY_LENGTH)}": ${why}`);
}

function isSame(before: AttributeValue, after: AttributeValue): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return before.length === after.length && before.every((item, index) => item === after[index]);
}

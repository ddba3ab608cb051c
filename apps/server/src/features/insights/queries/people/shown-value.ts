import { NONE, OTHER } from '../insight-params.ts';

/** A value of a breakdown, what is not shown by its value, or what has none. */
export type ShownValue =
  | { readonly of: 'value'; readonly value: string }
  | { readonly of: 'rest' }
  | { readonly of: 'missing' };

/** What a name in a result stands for: see valueName. */
export function shownValue(name: string): ShownValue {
  if (name === OTHER) return { of: 'rest' };
  if (name === NONE) return { of: 'missing' };
  return { of: 'value', value: /^"+\((?:other|none)\)"+$/.test(name) ? name.slice(1, -1) : name };
}

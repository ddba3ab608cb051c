import { isSame } from './is-same.ts';

/**
 * Gives back what was given under a name before, for as long as the new value says the same. A configuration that is
 * fetched again has other objects: components and their effects must not take that for a change.
 */
export function createSharing(): <T>(name: string, value: T) => T {
  const given = new Map<string, unknown>();
  return <T>(name: string, value: T): T => {
    const before = given.get(name);
    if (given.has(name) && isSame(before, value)) return before as T;
    given.set(name, value);
    return value;
  };
}

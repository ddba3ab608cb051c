import { consoleGuard as guard } from '@lamppost/sdk-core';

/** Of what is no JSON, such as elements of React, everything may know everything. */
const MAX_VALUES = 10_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether two JSON values say the same. The order of members does not matter. What is too much to compare does not. */
export function isSame(one: unknown, other: unknown): boolean {
  let left = MAX_VALUES;
  const compare = (a: unknown, b: unknown): boolean => {
    left -= 1;
    if (Object.is(a, b)) return true;
    if (left < 0 || !isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => name in b && compare(a[name], b[name]));
  };
  return guard(compare, () => false)(one, other);
}

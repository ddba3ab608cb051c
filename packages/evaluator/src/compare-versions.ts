import { compareDotted, compareSemVer, dottedNumberIn, parseSemVer } from './version-order.ts';

/**
 * Which of two versions of an app is the later one: by SemVer where both are written so, else by the first dotted number
 * in them. Undefined where one of them has none: such versions have no order.
 */
export function compareVersions(left: string, right: string): number | undefined {
  const [a, b] = [parseSemVer(left), parseSemVer(right)];
  if (a !== undefined && b !== undefined) return compareSemVer(a, b);
  const [c, d] = [dottedNumberIn(left), dottedNumberIn(right)];
  return c === undefined || d === undefined ? undefined : compareDotted(c, d);
}

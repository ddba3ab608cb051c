/** Compares digits as numbers of any length. */
function compareDigits(left: string, right: string): number {
  const a = left.replace(/^0+/, '');
  const b = right.replace(/^0+/, '');
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/** The first dotted number in a text, part by part: `Version 14.2 (Build 5)` holds 14.2. */
export const dottedNumberIn = (text: string): readonly string[] | undefined =>
  /\d+(?:\.\d+)*/.exec(text)?.[0].split('.');

/** Parts that are not there count as 0. */
export function compareDotted(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = compareDigits(left[index] ?? '0', right[index] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

export interface SemVer {
  readonly core: readonly string[];
  readonly preRelease: readonly string[];
}

const semVer = /^v?(\d+(?:\.\d+){0,2})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/** SemVer 2.0, but for a `v` in front, parts that are left out (`1.2` is 1.2.0) and zeros in front of digits. */
export function parseSemVer(text: string): SemVer | undefined {
  const found = semVer.exec(text);
  if (found === null) return undefined;
  return { core: (found[1] as string).split('.'), preRelease: found[2]?.split('.') ?? [] };
}

/** SemVer's precedence: a pre-release comes before its release; build metadata does not count. */
export function compareSemVer(left: SemVer, right: SemVer): number {
  const order = compareDotted(left.core, right.core);
  if (order !== 0) return order;
  const a = left.preRelease;
  const b = right.preRelease;
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const part = comparePreReleaseParts(a[index] as string, b[index] as string);
    if (part !== 0) return part;
  }
  return a.length - b.length;
}

function comparePreReleaseParts(left: string, right: string): number {
  const isNumber = /^\d+$/;
  const areNumbers = [isNumber.test(left), isNumber.test(right)];
  if (areNumbers[0] && areNumbers[1]) return compareDigits(left, right);
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}

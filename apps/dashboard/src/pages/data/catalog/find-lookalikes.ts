export interface SeenName {
  readonly name: string;
  readonly count: number;
}

const MAX_COMPARED_LENGTH = 80;
/** A misspelling is rare beside what was meant. */
const atMostShare = 0.2;

/**
 * Names that look like a misspelling of a much more frequent one: the same letters in another case or with other
 * separators, or a letter missing, added, changed or swapped; two in long names. Maps the name to what was meant.
 */
export function findLookalikes(names: readonly SeenName[]): ReadonlyMap<string, string> {
  const byCount = names
    .filter(({ name }) => name.length <= MAX_COMPARED_LENGTH && !name.startsWith('$'))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(spellingOf);
  const found = new Map<string, string>();
  for (const [index, spelling] of byCount.entries()) {
    const meant = byCount.find(
      (other, at) =>
        at < index && spelling.count <= other.count * atMostShare && isLike(spelling, other) && !found.has(other.name),
    );
    if (meant !== undefined) found.set(spelling.name, meant.name);
  }
  return found;
}

interface Spelling extends SeenName {
  /** Without case and separators. */
  readonly bare: string;
  readonly withoutDigits: string;
}

function spellingOf({ name, count }: SeenName): Spelling {
  const bare = name.toLowerCase().replaceAll(/[\s_.:/-]+/g, '');
  return { name, count, bare, withoutDigits: bare.replaceAll(/\d/g, '') };
}

function isLike(a: Spelling, b: Spelling): boolean {
  if (a.bare === b.bare) return true;
  // Numbers tell names apart on purpose: step_1 and step_2.
  if (a.withoutDigits === b.withoutDigits) return false;
  const length = Math.max(a.bare.length, b.bare.length);
  const allowed = length < 6 ? 0 : length < 14 ? 1 : 2;
  const isNear = Math.abs(a.bare.length - b.bare.length) <= allowed;
  return isNear && editDistance(a.bare, b.bare, allowed) <= allowed;
}

/** Letters that were left out, added, changed or swapped with their neighbour; anything above `most` is `most` + 1. */
function editDistance(a: string, b: string, max: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let distance = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      row.push(distance);
    }
    if (Math.min(...row) > max) return max + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? max + 1;
}

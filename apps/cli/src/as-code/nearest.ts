const MAX_DISTANCE = 3;

/** The word that was probably meant; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const far = Math.min(MAX_DISTANCE, Math.ceil(word.length / 2));
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= far || (word.length >= 4 && candidate.startsWith(word)))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** Letters to insert, remove or replace. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

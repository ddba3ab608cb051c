const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers by size, words as people order them ("v9" before "v10"), numbers before words. */
export function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return words.compare(String(a), String(b));
}

function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a - b;
}

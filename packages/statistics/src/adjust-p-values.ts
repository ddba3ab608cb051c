/**
 * P-values of several metrics or variants, adjusted for their number. Null, a comparison without a p-value, stays null
 * and is not counted.
 */
export function adjustByHolm(pValues: readonly (number | null)[]): readonly (number | null)[] {
  return adjust(pValues, (sorted) => {
    let highest = 0;
    return sorted.map((pValue, rank) => {
      highest = Math.max(highest, pValue * (sorted.length - rank));
      return Math.min(1, highest);
    });
  });
}

/** Benjamini and Hochberg 1995: of what is called significant, a share of α is false. */
export function adjustByBenjaminiHochberg(pValues: readonly (number | null)[]): readonly (number | null)[] {
  return adjust(pValues, (sorted) => {
    let lowest = 1;
    return sorted
      .map((pValue, rank) => pValue * (sorted.length / (rank + 1)))
      .reverse()
      .map((pValue) => {
        lowest = Math.min(lowest, pValue);
        return lowest;
      })
      .reverse();
  });
}

function adjust(
  pValues: readonly (number | null)[],
  adjustSorted: (sorted: readonly number[]) => readonly number[],
): readonly (number | null)[] {
  const present = pValues.flatMap((pValue, at) => (pValue === null ? [] : [{ pValue, at }]));
  if (present.some(({ pValue }) => !(pValue >= 0 && pValue <= 1))) throw new RangeError('a p-value is from 0 to 1');
  present.sort((a, b) => a.pValue - b.pValue);
  const adjusted = adjustSorted(present.map(({ pValue }) => pValue));
  const result: (number | null)[] = pValues.map(() => null);
  for (const [rank, { at }] of present.entries()) result[at] = adjusted[rank] ?? null;
  return result;
}

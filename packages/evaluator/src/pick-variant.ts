export interface Weighted {
  readonly key: string;
  /** Percent. */
  readonly weight: number;
}

/** The first bucket behind each slice. Rounded, so that 33.3 + 33.3 + 33.4 leaves no crumb. */
export function sliceEnds(variants: readonly Weighted[]): number[] {
  let sum = 0;
  return variants.map(({ weight }) => {
    sum += weight;
    return Math.round(sum * 100);
  });
}

/** -1 when the weights do not reach that far. */
export const sliceOf = (ends: readonly number[], bucket: number): number => ends.findIndex((end) => bucket < end);

/** The key of the variant that owns a bucket of 10,000. */
export const pickVariant = (variants: readonly Weighted[], bucket: number): string | undefined =>
  variants[sliceOf(sliceEnds(variants), bucket)]?.key;

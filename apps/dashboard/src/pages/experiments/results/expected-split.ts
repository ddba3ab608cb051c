import { formatPercent } from '../../../design/format/format-number.ts';

export interface VariantUnits {
  readonly key: string;
  readonly weight: number;
  readonly units: number;
}

export interface SplitRow extends VariantUnits {
  /** Percent of all units. */
  readonly share: number | null;
  readonly expected: number;
}

/** Chi-squared at one in a thousand, by degrees of freedom: what chance alone exceeds in one of a thousand experiments. */
const oneInAThousand = [10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877];
/** Below this the approximation says nothing. */
const MIN_EXPECTED = 5;

export function splitRows(variants: readonly VariantUnits[]): SplitRow[] {
  const total = variants.reduce((sum, { units }) => sum + units, 0);
  return variants.map((variant) => ({
    ...variant,
    share: total === 0 ? null : (variant.units / total) * 100,
    expected: (variant.weight / 100) * total,
  }));
}

export type SplitVerdict = 'too_few' | 'as_expected' | 'deviates';

/** Whether the variants got the shares they were meant to get, as far as chance allows. */
export function judgeSplit(rows: readonly SplitRow[]): SplitVerdict {
  if (rows.length < 2 || rows.some(({ expected }) => expected < MIN_EXPECTED)) return 'too_few';
  const distance = rows.reduce((sum, { units, expected }) => sum + (units - expected) ** 2 / expected, 0);
  return distance > (oneInAThousand[rows.length - 2] ?? Number.POSITIVE_INFINITY) ? 'deviates' : 'as_expected';
}

/** Plain words about the split; they lead to a cause, not to a number. */
export function splitWords(rows: readonly SplitRow[], many: string): string {
  switch (judgeSplit(rows)) {
    case 'too_few':
      return `Too few ${many} so far to tell whether the split is as designed.`;
    case 'as_expected':
      return 'The split is as designed, as far as chance allows.';
    case 'deviates': {
      const [worst] = [...rows].sort((a, b) => Math.abs(b.units - b.expected) - Math.abs(a.units - a.expected));
      const shares =
        worst === undefined
          ? ''
          : `: ${worst.key} has ${formatPercent(worst.share, 1)} instead of ${formatPercent(worst.weight)}`;
      return `The split is not as designed${shares}. Chance alone does this less than once in a thousand times. Look for variants that send no exposures, crash early or redirect before you believe any result.`;
    }
  }
}

import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../../design/format/format-number.ts';

type Exposures = Pick<Wire['ExposuresAnswer']['data'], 'exposures' | 'srm'>;

/** Percent of all units that were seen; null of nobody. */
export function shareOf(units: number, exposures: Exposures['exposures']): number | null {
  const total = exposures.reduce((sum, variant) => sum + variant.units, 0);
  return total === 0 ? null : (units / total) * 100;
}

/** Plain words about the split; they lead to a cause, not to a number. */
export function splitWords({ exposures, srm }: Exposures, many: string): string {
  if (srm.ok === null) return `Too few ${many} so far to tell whether the split is as designed.`;
  if (srm.ok) return 'The split is as designed, as far as chance allows.';
  const off = (variant: Exposures['exposures'][number]): number => Math.abs(variant.units - variant.expected_units);
  const [worst] = [...exposures].sort((a, b) => off(b) - off(a));
  const shares =
    worst === undefined
      ? ''
      : `: ${worst.variant_key} has ${formatPercent(shareOf(worst.units, exposures), 1)} instead of ${formatPercent(worst.weight)}`;
  return `The split is not as designed${shares}. Chance alone does this less than once in a thousand times. Look for variants that send no exposures, crash early or redirect before you believe any result.`;
}

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
  if (srm.ok === null) return `Not enough ${many} yet to check the split.`;
  if (srm.ok) return 'The split matches the design.';
  const off = (variant: Exposures['exposures'][number]): number => Math.abs(variant.units - variant.expected_units);
  const [worst] = [...exposures].sort((a, b) => off(b) - off(a));
  const shares =
    worst === undefined
      ? ''
      : `: ${worst.variant_key} has ${formatPercent(shareOf(worst.units, exposures), 1)} instead of ${formatPercent(worst.weight)}`;
  return `Sample ratio mismatch${shares}. This is very unlikely to be chance (p < 0.001). Check for variants that send no exposures, crash early or redirect before trusting the results.`;
}

import type { Baseline } from '@lamppost/statistics/experiments';

/** What was typed, or found in the data: percent of a conversion, or a mean with its deviation. */
export function plannedBaseline(
  isShare: boolean,
  value: number | undefined,
  spread: number | undefined,
): Baseline | undefined {
  if (value === undefined || value <= 0) return undefined;
  if (isShare) return value >= 100 ? undefined : { kind: 'share', share: value / 100 };
  return spread === undefined || spread <= 0 ? undefined : { kind: 'mean', mean: value, variance: spread ** 2 };
}

/** Percent of all units, the control first. */
export const weightsOf = (variants: readonly { readonly weight: number; readonly isControl: boolean }[]): number[] =>
  [...variants].sort((a, b) => Number(b.isControl) - Number(a.isControl)).map(({ weight }) => weight);

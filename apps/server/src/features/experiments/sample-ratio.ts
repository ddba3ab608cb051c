import { chiSquaredTest } from '@lamppost/statistics';

export interface VariantUnits {
  /** Percent of all units, as designed. */
  readonly weight: number;
  readonly units: number;
}

export interface SampleRatio {
  /** How often chance alone is off by as much or more. */
  readonly pValue: number;
  readonly isOk: boolean;
}

/** Chance alone is taken for a fault in one of so many experiments. */
const MIN_P_VALUE = 0.001;
/** Below this chi-squared says nothing. */
const MIN_EXPECTED = 5;

export const expectedUnits = (variants: readonly VariantUnits[]): readonly number[] => {
  const total = variants.reduce((sum, { units }) => sum + units, 0);
  return variants.map(({ weight }) => (weight / 100) * total);
};

/** Whether the variants got the shares that they were meant to get, as far as chance allows; null: too few to tell. */
export function sampleRatio(variants: readonly VariantUnits[]): SampleRatio | null {
  const expected = expectedUnits(variants);
  if (variants.length < 2 || expected.some((count) => count < MIN_EXPECTED)) return null;
  const observed = variants.map(({ units }) => units);
  const { pValue } = chiSquaredTest(observed, expected);
  return { pValue, isOk: pValue >= MIN_P_VALUE };
}

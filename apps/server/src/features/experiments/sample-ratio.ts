import { sampleRatioTest } from '@lamppost/statistics';

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
export const MIN_SAMPLE_RATIO_P = 0.001;

export const expectedUnits = (variants: readonly VariantUnits[]): readonly number[] => {
  const total = variants.reduce((sum, { units }) => sum + units, 0);
  return variants.map(({ weight }) => (weight / 100) * total);
};

/** Whether the variants got the shares that they were meant to get, as far as chance allows; null: too few to tell. */
export function sampleRatio(variants: readonly VariantUnits[]): SampleRatio | null {
  const test = sampleRatioTest(
    variants.map(({ units }) => units),
    variants.map(({ weight }) => weight),
  );
  return test.kind === 'ok' ? { pValue: test.pValue, isOk: test.pValue >= MIN_SAMPLE_RATIO_P } : null;
}

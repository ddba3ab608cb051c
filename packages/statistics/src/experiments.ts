export { adjustByBenjaminiHochberg, adjustByHolm } from './adjust-p-values.ts';
export {
  type BayesianComparison,
  type BayesianOptions,
  type Better,
  bayesianComparison,
} from './bayesian-comparison.ts';
export { chanceToBeBest, type VariantChance, type VariantChances } from './chance-to-be-best.ts';
export {
  DEFAULT_TARGET_UNITS,
  type GuardrailOptions,
  type GuardrailTest,
  guardrailTest,
  type SequentialOptions,
  sequentialTest,
} from './confidence-sequence.ts';
export { adjustByCovariate, type CupedAdjustment } from './cuped.ts';
export { type Conversions, type Estimate, estimateMean, estimateRatio, estimateShare } from './estimate.ts';
export { type Comparison, DEFAULT_LEVEL, fixedHorizonTest, type LevelOptions } from './fixed-horizon-test.ts';
export {
  type Moments,
  mergeMoments,
  mergePairMoments,
  momentsFromRows,
  momentsFromSums,
  type PairMoments,
  pairMomentsFromRows,
} from './moments.ts';
export { type MissingReason, type NotEnoughData, notEnoughData } from './not-enough-data.ts';
export {
  type Baseline,
  DEFAULT_POWER,
  type DetectableLift,
  daysToGo,
  type PlanOptions,
  powerFor,
  smallestDetectableLift,
  type UnitsNeeded,
  unitsFor,
} from './power.ts';
export { proportionTest } from './proportion-test.ts';
export {
  effectiveObservations,
  estimateQuantile,
  type QuantileEstimate,
  type QuantileRanks,
  type QuantileValues,
  quantileRanks,
} from './quantile-metric.ts';
export type { RelativeLift } from './relative-lift.ts';
export { type SampleRatioTest, sampleRatioTest } from './sample-ratio.ts';
export { DEFAULT_CONCENTRATION, sequentialSampleRatioTest } from './sequential-sample-ratio.ts';
export { type TwoByTwo, type TwoByTwoTest, twoByTwoTest } from './two-by-two-test.ts';
export type { Interval } from './wilson-interval.ts';
export { type CapRule, type Caps, capsOf, DEFAULT_CAP_RULE, type PooledQuantiles, winsorise } from './winsorise.ts';

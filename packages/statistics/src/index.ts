export { type ChiSquaredTest, chiSquaredSurvival, chiSquaredTest } from './chi-squared.ts';
export { mergePairMoments, type PairMoments } from './moments.ts';
export type { NotEnoughData } from './not-enough-data.ts';
export { type SampleRatioTest, sampleRatioTest } from './sample-ratio.ts';
export {
  type SeasonalValue,
  type TooLittleHistory,
  type UsualRange,
  type UsualRangeOptions,
  usualRange,
  usualWidths,
} from './usual-range.ts';
export { type Interval, wilsonInterval } from './wilson-interval.ts';

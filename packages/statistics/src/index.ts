export { type ChiSquaredTest, chiSquaredSurvival, chiSquaredTest } from './chi-squared.ts';
export { type Interval, wilsonInterval } from './wilson-interval.ts';

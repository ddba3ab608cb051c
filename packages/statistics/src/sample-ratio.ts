import { chiSquaredTest } from './chi-squared.ts';
import { areFinite, ifFinite, type NotEnoughData, notEnoughData } from './not-enough-data.ts';

export interface SampleRatioTest {
  readonly kind: 'ok';
  /** How often chance alone is off by as much: for one look, or, of the sequential test, at any look. */
  readonly pValue: number;
}

/** Below this expected count chi-squared is no approximation. */
const MIN_EXPECTED = 5;

/** Pearson's test of whether variants got the shares that they were designed to get, for one look. */
export function sampleRatioTest(units: readonly number[], weights: readonly number[]): SampleRatioTest | NotEnoughData {
  const split = splitOf(units, weights);
  if (split.kind !== 'ok') return split;
  const expected = split.shares.map((share) => share * split.total);
  if (expected.some((count) => count < MIN_EXPECTED)) return notEnoughData('too_few_units');
  return ifFinite({ kind: 'ok', pValue: chiSquaredTest(split.units, expected).pValue });
}

export interface Split {
  readonly kind: 'ok';
  readonly units: readonly number[];
  readonly shares: readonly number[];
  readonly total: number;
}

/** Variants without a weight get no unit, and are left out. */
export function splitOf(units: readonly number[], weights: readonly number[]): Split | NotEnoughData {
  if (units.length !== weights.length) throw new RangeError('every variant has a weight');
  if (!areFinite(...units, ...weights)) return notEnoughData('not_finite');
  if ([...units, ...weights].some((value) => value < 0)) return notEnoughData('impossible_input');
  if (units.some((count, at) => count > 0 && weights[at] === 0)) return notEnoughData('impossible_input');
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.filter((weight) => weight > 0).map((weight) => weight / weightSum);
  if (shares.length < 2) return notEnoughData('too_few_units');
  const total = units.reduce((sum, count) => sum + count, 0);
  if (total === 0) return notEnoughData('no_units');
  return { kind: 'ok', units: units.filter((_, at) => (weights[at] ?? 0) > 0), shares, total };
}

import { areFinite, type NotEnoughData, notEnoughData } from './not-enough-data.ts';

/** What is known of one number per unit: all that a test needs, and all that leaves the analytics store. */
export interface Moments {
  readonly units: number;
  readonly mean: number;
  /** With units − 1 below the line (var_samp). Whatever it is for fewer than two units, it is not read. */
  readonly variance: number;
}

/** What is known of two numbers per unit: numerator y and denominator x of a ratio, or a metric y and its covariate x. */
export interface PairMoments {
  readonly units: number;
  readonly y: { readonly mean: number; readonly variance: number };
  readonly x: { readonly mean: number; readonly variance: number };
  /** With units − 1 below the line (covar_samp). */
  readonly covariance: number;
}

/** Loses digits where the mean is large beside the spread: prefer var_samp of the engine. */
export function momentsFromSums(units: number, sum: number, sumOfSquares: number): Moments {
  const mean = units > 0 ? sum / units : 0;
  const variance = units > 1 ? Math.max(0, (sumOfSquares - sum * mean) / (units - 1)) : 0;
  return { units, mean, variance };
}

export function momentsFromRows(rows: readonly number[]): Moments {
  const { units, y } = pairMomentsFromRows(rows.map((value) => [value, 0]));
  return { units, ...y };
}

export function pairMomentsFromRows(rows: readonly (readonly [y: number, x: number])[]): PairMoments {
  const units = rows.length;
  const mean = (at: 0 | 1): number => (units === 0 ? 0 : rows.reduce((sum, row) => sum + row[at], 0) / units);
  const means = [mean(0), mean(1)] as const;
  const products = (a: 0 | 1, b: 0 | 1): number =>
    units < 2 ? 0 : rows.reduce((sum, row) => sum + (row[a] - means[a]) * (row[b] - means[b]), 0) / (units - 1);
  return {
    units,
    y: { mean: means[0], variance: products(0, 0) },
    x: { mean: means[1], variance: products(1, 1) },
    covariance: products(0, 1),
  };
}

/** The moments of both sets of units together (Chan, Golub and LeVeque 1979): of days, of segments, of shards. */
export function mergeMoments(a: Moments, b: Moments): Moments {
  const { units, y } = mergePairMoments(pairOf(a), pairOf(b));
  return { units, ...y };
}

export function mergePairMoments(a: PairMoments, b: PairMoments): PairMoments {
  if (a.units <= 0) return b;
  if (b.units <= 0) return a;
  const units = a.units + b.units;
  const shift = { y: b.y.mean - a.y.mean, x: b.x.mean - a.x.mean };
  const merge = (ofA: number, ofB: number, between: number): number => {
    const within = (a.units > 1 ? (a.units - 1) * ofA : 0) + (b.units > 1 ? (b.units - 1) * ofB : 0);
    return (within + (between * a.units * b.units) / units) / (units - 1);
  };
  return {
    units,
    y: { mean: a.y.mean + (shift.y * b.units) / units, variance: merge(a.y.variance, b.y.variance, shift.y ** 2) },
    x: { mean: a.x.mean + (shift.x * b.units) / units, variance: merge(a.x.variance, b.x.variance, shift.x ** 2) },
    covariance: merge(a.covariance, b.covariance, shift.y * shift.x),
  };
}

const pairOf = ({ units, mean, variance }: Moments): PairMoments => ({
  units,
  y: { mean, variance },
  x: { mean: 0, variance: 0 },
  covariance: 0,
});

/** What keeps moments from being used, if anything does. */
export function faultOfMoments({ units, mean, variance }: Moments): NotEnoughData | null {
  const faultOfUnits = faultOfCount(units);
  if (faultOfUnits !== null) return faultOfUnits;
  if (units < 2) return notEnoughData('one_unit');
  if (!areFinite(mean, variance)) return notEnoughData('not_finite');
  return variance < 0 ? notEnoughData('impossible_input') : null;
}

export function faultOfPairMoments({ units, y, x, covariance }: PairMoments): NotEnoughData | null {
  const fault = faultOfMoments({ units, ...y }) ?? faultOfMoments({ units, ...x });
  if (fault !== null) return fault;
  return areFinite(covariance) ? null : notEnoughData('not_finite');
}

export function faultOfCount(count: number): NotEnoughData | null {
  if (!areFinite(count)) return notEnoughData('not_finite');
  if (count < 0) return notEnoughData('impossible_input');
  return count === 0 ? notEnoughData('no_units') : null;
}

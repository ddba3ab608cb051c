/**
 * The formulas of docs/statistics.md written down a second time, without the statistics package, for tests. Φ and
 * Student's distribution are by series and continued fractions.
 */
export interface Judged {
  readonly units: number;
  readonly value: number;
  readonly standardError: number;
}

export const ofMean = (units: number, mean: number, variance: number): Judged => ({
  units,
  value: mean,
  standardError: Math.sqrt(variance / units),
});

export const ofShare = (units: number, converted: number): Judged => {
  const p = (converted + 1) / (units + 2);
  return { units, value: converted / units, standardError: Math.sqrt((p * (1 - p)) / units) };
};

interface Moments {
  readonly units: number;
  readonly y: { readonly mean: number; readonly variance: number };
  readonly x: { readonly mean: number; readonly variance: number };
  readonly covariance: number;
}

export const ofRatio = ({ units, y, x, covariance }: Moments): Judged => {
  const value = y.mean / x.mean;
  const variance = (y.variance - 2 * value * covariance + value ** 2 * x.variance) / (units * x.mean ** 2);
  return { units, value, standardError: Math.sqrt(variance) };
};

export function cuped(variants: readonly Moments[]) {
  const sum = (of: (moments: Moments) => number) => variants.reduce((total, each) => total + of(each), 0);
  const theta = sum((m) => (m.units - 1) * m.covariance) / sum((m) => (m.units - 1) * m.x.variance);
  const meanX = sum((m) => m.units * m.x.mean) / sum((m) => m.units);
  return {
    theta,
    variants: variants.map((m) =>
      ofMean(
        m.units,
        m.y.mean - theta * (m.x.mean - meanX),
        m.y.variance - 2 * theta * m.covariance + theta ** 2 * m.x.variance,
      ),
    ),
  };
}

/** In an uneven split the smaller variant varies at least as much as all units do. */
function steady(control: Judged, treatment: Judged): readonly [Judged, Judged] {
  const units = control.units + treatment.units;
  const pooled = [control, treatment].reduce((sum, v) => sum + v.units * v.standardError ** 2 * v.units, 0) / units;
  const widen = (v: Judged): Judged =>
    v.units < 0.4 * units ? { ...v, standardError: Math.sqrt(Math.max(v.standardError ** 2, pooled / v.units)) } : v;
  return [widen(control), widen(treatment)];
}

const rhoSquared = (alpha: number): number => (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / 5_000;

export function sequential(c: Judged, t: Judged, level: number) {
  const [control, treatment] = steady(c, t);
  const n = control.units + treatment.units;
  const alpha = 1 - level;
  const growth = n * rhoSquared(alpha);
  const se = Math.sqrt(control.standardError ** 2 + treatment.standardError ** 2);
  const difference = treatment.value - control.value;
  const reach = Math.sqrt(((2 * (growth + 1)) / growth) * Math.log(Math.sqrt(growth + 1) / alpha));
  const z = difference / se;
  return {
    difference,
    interval: [difference - reach * se, difference + reach * se] as const,
    pValue: Math.min(1, Math.sqrt(growth + 1) * Math.exp(-(z ** 2 * growth) / (2 * (growth + 1)))),
    lift: relative(control, treatment, reach),
  };
}

export function guardrailP(c: Judged, t: Judged, level: number, harm: 1 | -1, margin: number): number {
  const [control, treatment] = steady(c, t);
  const growth = (control.units + treatment.units) * rhoSquared(1 - level);
  const se = Math.sqrt(control.standardError ** 2 + treatment.standardError ** 2);
  const z = (harm * (treatment.value - control.value) - margin) / se;
  const x = z * Math.sqrt(growth / (growth + 1));
  // Far on the harmless side there is no evidence at all.
  if (x < -30) return 1;
  return Math.min(1, 1 / ((2 / Math.sqrt(growth + 1)) * Math.exp(x ** 2 / 2) * normalCdf(x)));
}

/** By the delta method, or Fieller's where the control is unsure. */
function relative(control: Judged, treatment: Judged, reach: number) {
  const r = treatment.value / control.value;
  const [a, b] = [control.standardError / control.value, treatment.standardError / control.value];
  const sign = Math.sign(control.value);
  const lift = sign * (r - 1);
  const ends = (low: number, high: number) => [sign * (low - 1), sign * (high - 1)].sort((p, q) => p - q);
  if (Math.abs(a) <= 0.1) {
    const half = reach * Math.sqrt(b ** 2 + (r * a) ** 2);
    return { lift, interval: ends(r - half, r + half) };
  }
  const g = (reach * a) ** 2;
  if (g >= 1) return null;
  const half = (reach * Math.sqrt(b ** 2 * (1 - g) + (r * a) ** 2)) / (1 - g);
  return { lift, interval: ends(r / (1 - g) - half, r / (1 - g) + half) };
}

/** Half and a series near 0, a continued fraction in the tail. */
export function normalCdf(x: number): number {
  const z = Math.abs(x);
  if (z < 3) {
    let [sum, term] = [z, z];
    for (let k = 1; k < 200; k++) {
      term *= (z * z) / (2 * k + 1);
      sum += term;
    }
    const half = (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
    return x > 0 ? 0.5 + half : 0.5 - half;
  }
  let tail = 0;
  for (let k = 200; k > 0; k--) tail = k / (z + tail);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const upper = density / (z + tail);
  return x > 0 ? 1 - upper : upper;
}

/** P(T ≤ −|t|) twice, by the continued fraction of the incomplete beta function. */
export function studentP(t: number, df: number): number {
  const x = df / (df + t * t);
  return incompleteBeta(x, df / 2, 0.5);
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log(1 - x) - logBeta(a, b)) / a;
  let fraction = 0;
  for (let m = 400; m > 0; m--) {
    const k = m >> 1;
    const d =
      m % 2 === 0
        ? (k * (b - k) * x) / ((a + 2 * k - 1) * (a + 2 * k))
        : (-(a + k) * (a + b + k) * x) / ((a + 2 * k) * (a + 2 * k + 1));
    fraction = d / (1 + fraction);
  }
  return front / (1 + fraction);
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series, after moving up. */
export function logGamma(x: number): number {
  let [shift, z] = [0, x];
  while (z < 30) {
    shift += Math.log(z);
    z += 1;
  }
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7);
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

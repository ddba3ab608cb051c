import { DAY_MS } from '@lamppost/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Analysis, Experiment, Metric } from '../experiment-store.ts';
import type { MetricStatistics } from '../queries/experiment-statistics.ts';
import { seededUniform } from '../queries/experiment-world.reference.ts';
import { resultsCsv } from '../results-csv.ts';
import { resultsRow } from '../results-row.ts';
import {
  cuped,
  guardrailP,
  type Judged,
  logGamma,
  normalCdf,
  ofMean,
  ofRatio,
  ofShare,
  sequential,
  studentP,
} from './formulas.reference.ts';
import { judgeExperiment } from './judge-experiment.ts';
import {
  momentsOf,
  sampleExperiment,
  sampleMetric,
  sampleStatistics,
  startedAtMs,
} from './sample-experiment.contract.ts';

const asOfMs = startedAtMs + 10 * DAY_MS;
const close = (found: number | null | undefined, expected: number, what: string): void => {
  const off = Math.abs((found ?? Number.NaN) - expected) / Math.max(1e-3, Math.abs(expected));
  expect(off, `${what}: ${found} instead of ${expected}`).toBeLessThan(1e-9);
};

/** Moments as data has them: no covariance beyond what its variances allow. */
function sampleVariant(uniform: () => number, units: number, type: Metric['metricType']) {
  const share = 0.05 + 0.5 * uniform();
  const mean = type === 'conversion' ? Math.round(share * units) / units : 2 + 10 * uniform();
  const variance = type === 'conversion' ? (mean * (1 - mean) * units) / (units - 1) : 1 + 30 * uniform();
  const x = { mean: 1 + uniform(), variance: 1 + 3 * uniform() };
  return { units, mean, variance, x, covariance: (0.9 * uniform() - 0.2) * Math.sqrt(variance * x.variance) };
}

describe('results recomputed from their moments by the formulas', () => {
  const types = ['conversion', 'count', 'sum', 'average', 'ratio'] as const;
  const engines = ['sequential', 'fixed', 'bayesian'] as const;
  const splits = [
    [2_000, 2_100],
    [9_000, 400],
  ] as const;
  const cases = engines.flatMap((engine) => types.flatMap((type) => splits.map((units) => ({ engine, type, units }))));
  test.each(cases)('$engine, $type, $units', ({ engine, type, units }) => {
    const uniform = seededUniform(units[1] + types.indexOf(type) * 7 + engines.indexOf(engine));
    const variants = units.map((number) => sampleVariant(uniform, number, type));
    const level = 0.9;
    const metrics = [sampleMetric({ metricType: type }), sampleMetric({ metricType: type, isPrimary: false })];
    const guardrail = sampleMetric({ metricType: type, isPrimary: false, isGuardrail: true, margin: 0.03 });
    const kind = type === 'ratio' ? 'ratio' : 'mean';
    const statistics = [...metrics, guardrail].map(() => momentsOf(kind, variants));
    const analysis: Partial<Analysis> = { engine, confidenceLevel: level };
    const judged = judgeExperiment(
      sampleExperiment([...metrics, guardrail], analysis),
      sampleStatistics(units, statistics),
      { startedAtMs, asOfMs },
    );
    const moments = variants.map(({ units: n, mean, variance, x, covariance }) => ({
      units: n,
      y: { mean, variance },
      x,
      covariance,
    }));
    const [control, treatment] = (type === 'ratio' ? moments.map(ofRatio) : cuped(moments).variants) as [
      Judged,
      Judged,
    ];
    const [first, , last] = judged.metrics.map((metric) => metric.variants[1]);
    const found = first?.comparison;
    const se = Math.sqrt(control.standardError ** 2 + treatment.standardError ** 2);
    const d = treatment.value - control.value;
    close(found?.liftAbs, d, 'difference');
    close(found?.chanceToBeat, normalCdf(d / se), 'chance');
    const density = Math.exp(-((d / se) ** 2) / 2) / Math.sqrt(2 * Math.PI);
    expect(found?.expectedLoss).toBeCloseTo(Math.max(0, se * density - d * normalCdf(-d / se)), 9);
    const guarded = sequential(control, treatment, level);
    close(last?.comparison?.pValue, guardrailP(control, treatment, level, -1, 0.03 * control.value), 'guardrail');
    close(last?.comparison?.interval?.lower, guarded.lift?.interval[0] ?? 0, 'lower of the guardrail');
    if (engine === 'sequential') {
      close(found?.pValue, guarded.pValue, 'p');
      close(found?.intervalAbs?.lower, guarded.interval[0], 'lower');
      close(found?.intervalAbs?.upper, guarded.interval[1], 'upper');
      close(found?.liftRel, guarded.lift?.lift ?? 0, 'lift');
      close(found?.interval?.lower, guarded.lift?.interval[0] ?? 0, 'lower of the lift');
      close(found?.interval?.upper, guarded.lift?.interval[1] ?? 0, 'upper of the lift');
      // The same metric twice: Holm doubles the smaller one.
      close(first?.adjustedPValue, Math.min(1, 2 * guarded.pValue), 'adjusted p');
    }
    if (engine === 'fixed') {
      const parts = [control, treatment].map((v) => v.standardError ** 4 / (v.units - 1));
      const df = se ** 4 / parts.reduce((sum, part) => sum + part, 0);
      close(found?.pValue, studentP(d / se, df), 'p of Welch');
      close(studentP(((found?.intervalAbs?.upper ?? 0) - d) / se, df), 1 - level, 'reach of Welch');
    }
    if (engine === 'bayesian') {
      expect(found?.pValue).toBeNull();
      close(normalCdf(((found?.intervalAbs?.upper ?? 0) - d) / se), (1 + level) / 2, 'credible reach');
    }
  });

  test('rare conversions are shares, with the test for shares', () => {
    const rare = [
      { units: 5_000, mean: 3 / 5_000, variance: 3 / 5_000, x: { mean: 0.1, variance: 0.1 }, covariance: 0.001 },
      { units: 5_000, mean: 9 / 5_000, variance: 9 / 5_000, x: { mean: 0.1, variance: 0.1 }, covariance: 0.001 },
    ];
    const judge = (engine: Analysis['engine']) =>
      judgeExperiment(
        sampleExperiment([sampleMetric()], { engine }),
        sampleStatistics([5_000, 5_000], [momentsOf('mean', rare)]),
        { startedAtMs, asOfMs },
      ).metrics[0];
    const expected = sequential(ofShare(5_000, 3), ofShare(5_000, 9), 0.95);
    close(judge('sequential')?.variants[1]?.comparison?.pValue, expected.pValue, 'p');
    const pooled = 12 / 10_000;
    const z = 6 / 5_000 / Math.sqrt(pooled * (1 - pooled) * (2 / 5_000));
    close(judge('fixed')?.variants[1]?.comparison?.pValue, 2 * normalCdf(-z), 'pooled z-test');
    expect(judge('fixed')?.estimates.varianceReduction).toBeNull();
  });

  test('the split', () => {
    const units = [5_300, 4_700];
    const judge = (engine: Analysis['engine']) =>
      judgeExperiment(
        sampleExperiment([sampleMetric()], { engine }),
        sampleStatistics(units, [momentsOf('mean', [])]),
        { startedAtMs, asOfMs },
      ).split;
    const k = 1_000;
    const odds =
      logGamma(k) -
      logGamma(k + 10_000) +
      units.reduce((sum, n) => sum + logGamma(k / 2 + n) - logGamma(k / 2) - n * Math.log(0.5), 0);
    expect(judge('sequential').pValue).toBeCloseTo(Math.exp(-odds), 8);
    // Of chi-squared with 1 degree of freedom, 36 is 6 deviations.
    close(judge('fixed').pValue, 2 * normalCdf(-6), 'chi-squared');
    expect([judge('sequential').isOk, judge('fixed').isOk]).toEqual([false, false]);
  });

  test('mean without a covariate is not adjusted', () => {
    const plain = [3, 4].map((mean) => ({ units: 500, mean, variance: 9 }));
    const [metric] = judgeExperiment(
      sampleExperiment([sampleMetric({ metricType: 'count' })]),
      sampleStatistics([500, 500], [momentsOf('mean', plain)]),
      { startedAtMs, asOfMs },
    ).metrics;
    expect([metric?.estimates.theta, metric?.variants[1]?.estimate.adjustedValue]).toEqual([null, null]);
    close(metric?.variants[1]?.comparison?.pValue, sequential(ofMean(500, 3, 9), ofMean(500, 4, 9), 0.95).pValue, 'p');
  });
});

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }),
  fc.constantFrom(0, 1, -1, 1e-300, 1e100, -1e100, 5e-324),
);
const variance = fc.oneof(fc.double({ noNaN: true, min: 0, max: 1e200 }), fc.constantFrom(0, 1, 1e200));
const units = fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.constantFrom(0, 1, 2));
const variant = fc.record({
  units,
  mean: number,
  variance,
  x: fc.record({ mean: number, variance }),
  covariance: number,
});
const metricTypes = ['conversion', 'count', 'sum', 'average', 'ratio', 'p50', 'p95', 'p99'] as const;

const anyMetric = fc.record({
  type: fc.constantFrom(...metricTypes),
  isPrimary: fc.boolean(),
  isGuardrail: fc.boolean(),
  direction: fc.constantFrom('increase' as const, 'decrease' as const),
  margin: fc.constantFrom(0, 0.5, 1),
  isSeen: fc.boolean(),
  variants: fc.array(variant, { minLength: 0, maxLength: 3 }),
  quantiles: fc.array(
    fc.record({
      units,
      value: fc.option(number),
      size: fc.double({ noNaN: true, min: 0, max: 1e6 }),
      low: number,
      high: number,
    }),
    { maxLength: 3 },
  ),
});
type AnyMetric = typeof anyMetric extends fc.Arbitrary<infer T> ? T : never;

function statisticsOf({ type, variants, quantiles, isSeen }: AnyMetric): MetricStatistics {
  if (!type.startsWith('p')) {
    const shares = variants.map((each) =>
      type === 'conversion' ? { ...each, mean: Math.min(1, Math.abs(each.mean)) } : each,
    );
    const moments = momentsOf(type === 'ratio' ? 'ratio' : 'mean', shares, { isSeen });
    return { ...moments, points: [{ untilMs: asOfMs, groups: moments.groups }] } as MetricStatistics;
  }
  const groups = quantiles.map(({ units: n, value, size, low, high }, place) => ({
    variant: place,
    segment: null,
    units: n,
    observations: n,
    effectiveObservations: Math.min(size, n),
    value,
    bounds: size < 10 ? null : ([low, high] as const),
  }));
  const common = { cap: null, ignoredValues: 0, isSeen, sql: '' };
  return { kind: 'quantile', ...common, groups, points: [{ untilMs: asOfMs, groups }] };
}

const analysis = fc.record({
  engine: fc.constantFrom('sequential' as const, 'fixed' as const, 'bayesian' as const),
  confidenceLevel: fc.constantFrom(0.8, 0.95, 0.999),
  correction: fc.constantFrom('holm' as const, 'benjamini_hochberg' as const, 'none' as const),
  minUnits: fc.constantFrom(2, 100),
  plannedDays: fc.constantFrom(null, 5, 30),
});

test('whatever the numbers are, results are finite, and every number is in the file', () => {
  const experiments = fc.record({
    analysis,
    metrics: fc.array(anyMetric, { minLength: 1, maxLength: 4 }),
    exposed: fc.array(units, { minLength: 3, maxLength: 3 }),
    status: fc.constantFrom('running' as const, 'paused' as const, 'completed' as const, 'archived' as const),
    lastDayUnits: units,
  });
  fc.assert(
    fc.property(experiments, ({ analysis: chosen, metrics: asked, exposed, status, lastDayUnits }) => {
      const metrics = asked.map(({ type, isPrimary, isGuardrail, direction, margin }, at) =>
        sampleMetric({ metricType: type, isPrimary: isPrimary || at === 0, isGuardrail, direction, margin }),
      );
      const variants: Experiment['variants'] = ['a', 'b', 'c'].map((key, at) => ({
        key,
        name: key,
        isControl: at === 0,
        weight: [90, 9, 1][at] ?? 0,
        payload: {},
      }));
      const experiment = sampleExperiment(metrics, chosen, { variants, status });
      const statistics = sampleStatistics(exposed, asked.map(statisticsOf), { lastDayUnits });
      const judged = judgeExperiment(experiment, statistics, { startedAtMs, asOfMs });
      const results = resultsRow({ experiment, statistics, judged, asOfMs, changes: [], breakdown: undefined });
      const found = numbersIn(results);
      expect(found.filter((value) => !Number.isFinite(value))).toEqual([]);
      const json = JSON.stringify(results);
      expect(JSON.stringify(JSON.parse(json))).toBe(json);
      expect(results.verdict).not.toMatch(/NaN|Infinity|undefined|null/);
      expect(results.reasons.join(' ')).not.toMatch(/NaN|Infinity|undefined/);
      const lines = resultsCsv(results).split('\r\n');
      for (const metric of results.metrics) {
        for (const { variant_key, lift_abs } of metric.variants) {
          if (lift_abs !== null)
            expect(lines.some((line) => line.endsWith(`,${variant_key},,lift_abs,${lift_abs}`))).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

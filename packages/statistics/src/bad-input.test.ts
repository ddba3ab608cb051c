import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import * as statistics from './experiments.ts';

const {
  adjustByCovariate,
  bayesianComparison,
  capsOf,
  chanceToBeBest,
  daysToGo,
  estimateMean,
  estimateQuantile,
  estimateRatio,
  estimateShare,
  fixedHorizonTest,
  guardrailTest,
  powerFor,
  proportionTest,
  quantileRanks,
  sampleRatioTest,
  sequentialSampleRatioTest,
  sequentialTest,
  smallestDetectableLift,
  unitsFor,
} = statistics;

const good = { units: 1_000, mean: 5, variance: 4 };
const moments = (change: Partial<statistics.Moments>) => ({ ...good, ...change });

const judges = { fixedHorizonTest, sequentialTest, bayesianComparison } as const;

const cases: readonly { name: string; control: statistics.Moments; treatment: statistics.Moments; reason: string }[] = [
  { name: 'no exposures', control: moments({ units: 0 }), treatment: moments({ units: 0 }), reason: 'no_units' },
  { name: 'one variant is empty', control: moments({}), treatment: moments({ units: 0 }), reason: 'no_units' },
  { name: 'one unit', control: moments({ units: 1, variance: Number.NaN }), treatment: good, reason: 'one_unit' },
  {
    name: 'a constant metric',
    control: moments({ variance: 0 }),
    treatment: moments({ variance: 0 }),
    reason: 'zero_variance',
  },
  {
    name: 'an infinite value',
    control: good,
    treatment: moments({ mean: Number.POSITIVE_INFINITY }),
    reason: 'not_finite',
  },
  { name: 'a missing value', control: moments({ mean: Number.NaN }), treatment: good, reason: 'not_finite' },
  {
    name: 'sums that overflow',
    control: moments({ mean: -1.7e308 }),
    treatment: moments({ mean: 1.7e308 }),
    reason: 'not_finite',
  },
  { name: 'a negative variance', control: moments({ variance: -1 }), treatment: good, reason: 'impossible_input' },
  { name: 'a negative number of units', control: moments({ units: -4 }), treatment: good, reason: 'impossible_input' },
];

for (const { name, control, treatment, reason } of cases) {
  test.each(Object.entries(judges))(`${name}: %s says what is missing`, (_, judge) => {
    expect(judge(estimateMean(control), estimateMean(treatment))).toEqual({ kind: 'not_enough_data', reason });
  });
}

test.each(Object.entries(judges))('a control mean of 0: %s judges the difference, and has no lift', (_, judge) => {
  const result = judge(estimateMean(moments({ mean: 0 })), estimateMean(good));
  expect(result).toMatchObject({ kind: 'ok', difference: 5, relative: { reason: 'zero_control_mean' } });
});

test.each(Object.entries(judges))('negative revenue: %s judges it like any other', (_, judge) => {
  const result = judge(estimateMean(moments({ mean: -5 })), estimateMean(moments({ mean: -4 })));
  expect(result).toMatchObject({ kind: 'ok', difference: 1, relative: { kind: 'ok', lift: 0.19999999999999996 } });
});

test('shares that cannot be', () => {
  const some = { units: 100, converted: 10 };
  expect(proportionTest(some, { units: 100, converted: 101 })).toMatchObject({ reason: 'impossible_input' });
  expect(proportionTest(some, { units: 0, converted: 0 })).toMatchObject({ reason: 'no_units' });
  expect(proportionTest({ units: 9, converted: 0 }, { units: 9, converted: 0 })).toMatchObject({
    reason: 'zero_variance',
  });
  expect(estimateShare({ units: 10, converted: Number.NaN })).toMatchObject({ reason: 'not_finite' });
  expect(proportionTest({ units: 50, converted: 0 }, some)).toMatchObject({
    kind: 'ok',
    relative: { reason: 'zero_control_mean' },
  });
});

test('a ratio over nothing', () => {
  const none = { mean: 0, variance: 0 };
  const nothing = { units: 50, y: { mean: 1, variance: 1 }, x: none, covariance: 0 };
  expect(estimateRatio(nothing)).toEqual({ kind: 'not_enough_data', reason: 'zero_denominator' });
  expect(estimateRatio({ ...nothing, covariance: Number.NaN })).toMatchObject({ reason: 'not_finite' });
});

test('a level that is none is a mistake of the caller', () => {
  const one = estimateMean(good);
  for (const level of [0, 1, 95, Number.NaN]) {
    for (const judge of Object.values(judges)) expect(() => judge(one, one, { level })).toThrow(RangeError);
  }
  expect(() => sequentialTest(one, one, { targetUnits: 0 })).toThrow(RangeError);
  expect(() => bayesianComparison(one, one, { priorLiftDeviation: 0 })).toThrow(RangeError);
  expect(() => quantileRanks(95, 1_000)).toThrow(RangeError);
});

/** Numbers as they come out of broken clients: tiny, huge, negative, missing. */
const anyNumber = fc.oneof(
  { weight: 3, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.double({ min: -1_000, max: 1_000, noNaN: true }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 1, 2, Number.NaN, Number.POSITIVE_INFINITY, -1e308, 1e-308, 1e15) },
);
const anyPair = fc.record({ mean: anyNumber, variance: anyNumber });
const anyMoments = fc.record({ units: anyNumber, mean: anyNumber, variance: anyNumber });
const anyPairMoments = fc.record({ units: anyNumber, y: anyPair, x: anyPair, covariance: anyNumber });

function expectFinite(result: unknown, input: unknown): void {
  if (typeof result === 'number' && !Number.isFinite(result)) expect.fail(`${result} for ${JSON.stringify(input)}`);
  if (typeof result === 'object' && result !== null) {
    for (const value of Object.values(result)) expectFinite(value, input);
  }
}

vi.setConfig({ testTimeout: 600_000 });
const numRuns = process.env.LP_TORTURE === 'long' ? 50_000 : 1_000;

test('whatever goes in, no number that comes out is infinite or missing', () => {
  fc.assert(
    fc.property(anyMoments, anyMoments, anyPairMoments, anyPairMoments, (a, b, c, d) => {
      const [one, two, ratio] = [estimateMean(a), estimateMean(b), estimateRatio(c)];
      const shares = [a, b].map(({ units, mean }) => ({ units, converted: mean })) as [
        statistics.Conversions,
        statistics.Conversions,
      ];
      const ranks = quantileRanks(0.95, Math.min(a.units, 1e6));
      const quantile = estimateQuantile(ranks, { units: a.units, lower: a.mean, value: b.mean, upper: b.variance });
      for (const [control, treatment] of [
        [one, two],
        [ratio, one],
        [estimateShare(shares[0]), estimateShare(shares[1])],
        [quantile, ratio],
      ] as const) {
        expectFinite(fixedHorizonTest(control, treatment), { a, b, c });
        expectFinite(sequentialTest(control, treatment), { a, b, c });
        expectFinite(guardrailTest(control, treatment, { harm: 'increase', margin: 1 }), { a, b, c });
        expectFinite(bayesianComparison(control, treatment), { a, b, c });
        expectFinite(bayesianComparison(control, treatment, { priorLiftDeviation: 0.3 }), { a, b, c });
      }
      expectFinite(proportionTest(...shares), { a, b });
      expectFinite(adjustByCovariate([c, d]), { c, d });
      expectFinite(sampleRatioTest([a.units, b.units], [a.mean, b.mean]), { a, b });
      expectFinite(sequentialSampleRatioTest([a.units, b.units], [a.mean, b.mean]), { a, b });
      expectFinite(capsOf({ units: a.units, upper: a.mean, lower: b.mean }), { a, b });
      expectFinite(daysToGo(a.units, a.mean, a.variance), { a });
    }),
    { numRuns },
  );
});

test('whatever is planned for, no number that comes out is infinite or missing', () => {
  fc.assert(
    fc.property(anyNumber, anyNumber, anyNumber, anyNumber, (value, variance, lift, units) => {
      for (const baseline of [
        { kind: 'share', share: value } as const,
        { kind: 'mean', mean: value, variance } as const,
      ]) {
        expectFinite(powerFor(baseline, lift, units), { baseline, lift, units });
        expectFinite(unitsFor(baseline, lift), { baseline, lift });
        expectFinite(smallestDetectableLift(baseline, units), { baseline, units });
      }
    }),
    { numRuns: numRuns / 5 },
  );
});

test('the best of estimates that are far apart, or of which one is certain', () => {
  fc.assert(
    fc.property(fc.array(anyMoments, { maxLength: 4 }), (variants) => {
      expectFinite(chanceToBeBest(variants.map(estimateMean)), variants);
    }),
    { numRuns: numRuns / 5 },
  );
});

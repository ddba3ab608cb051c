import { expect, test, vi } from 'vitest';
import {
  adjustByCovariate,
  bayesianComparison,
  type Estimate,
  effectiveObservations,
  estimateMean,
  estimateQuantile,
  estimateRatio,
  estimateShare,
  fixedHorizonTest,
  type Interval,
  type NotEnoughData,
  pairMomentsFromRows,
  powerFor,
  proportionTest,
  quantileRanks,
  unitsFor,
} from './experiments.ts';
import { expectOk } from './testing/expect-close.ts';
import { RunningMoments } from './testing/running-moments.ts';
import type { SeededRandom } from './testing/seeded-random.ts';
import { binomialBand, notify, RUNS, shareOfRuns, TEST_TIMEOUT_MS } from './testing/simulate.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

const ALPHA = 0.05;

function expectWithin(share: number, { lower, upper }: Interval): void {
  expect(share).toBeGreaterThanOrEqual(lower);
  expect(share).toBeLessThanOrEqual(upper);
}

const holds = ({ lower, upper }: Interval, truth: number): boolean => lower <= truth && truth <= upper;

function rows(units: number, draw: () => number): RunningMoments {
  const running = new RunningMoments();
  for (let unit = 0; unit < units; unit += 1) running.add(draw());
  return running;
}

const revenue = (random: SeededRandom, units: number, lift = 0) =>
  estimateMean(rows(units, () => random.exponential() * (1 + lift)).moments());

const conversions = (random: SeededRandom, units: number, share: number) => {
  let converted = 0;
  for (let unit = 0; unit < units; unit += 1) if (random.isHit(share)) converted += 1;
  return { units, converted };
};

/** Clicks per view: units differ in how much they view, and in how they click. */
const clickRate = (random: SeededRandom, units: number): RunningMoments => {
  const running = new RunningMoments();
  for (let unit = 0; unit < units; unit += 1) {
    const views = 1 + Math.floor(4 * random.exponential());
    const habit = random.uniform();
    let clicks = 0;
    for (let view = 0; view < views; view += 1) if (random.isHit(habit)) clicks += 1;
    running.add(clicks, views);
  }
  return running;
};

test('A/A at a fixed horizon: means, shares and ratios are called different in a share of α', () => {
  const means = shareOfRuns((random) => {
    return expectOk(fixedHorizonTest(revenue(random, 300), revenue(random, 300))).pValue < ALPHA;
  });
  const shares = shareOfRuns((random) => {
    return expectOk(proportionTest(conversions(random, 800, 0.1), conversions(random, 800, 0.1))).pValue < ALPHA;
  });
  const ratios = shareOfRuns((random) => {
    const [a, b] = [clickRate(random, 200), clickRate(random, 200)].map((moments) =>
      estimateRatio(moments.pairMoments()),
    );
    return expectOk(fixedHorizonTest(a as Estimate, b as Estimate)).pValue < ALPHA;
  });
  notify('A/A at one look', { means, shares, ratios });
  for (const share of [means, shares, ratios]) expectWithin(share, binomialBand(ALPHA));
});

test('negative control: a ratio judged as if views were independent is called different far too often', () => {
  const share = shareOfRuns((random) => {
    const [a, b] = [clickRate(random, 200), clickRate(random, 200)].map((moments) => {
      const { units, y, x } = moments.pairMoments();
      return { units: Math.round(units * x.mean), converted: Math.round(units * y.mean) };
    });
    if (a === undefined || b === undefined) throw new Error('two variants');
    return expectOk(proportionTest(a, b)).pValue < ALPHA;
  });
  notify('A/A of a ratio without its covariance', { share });
  expect(share).toBeGreaterThan(2 * ALPHA);
});

test('intervals of differences and lifts hold the truth in 95 ± 1 % of experiments', () => {
  let liftsHeld = 0;
  const differences = shareOfRuns((random) => {
    const result = expectOk(fixedHorizonTest(revenue(random, 400), revenue(random, 400, 0.1)));
    if (holds(expectOk(result.relative).interval, 0.1)) liftsHeld += 1;
    return holds(result.interval, 0.1);
  }, 2 * RUNS);
  let shareLiftsHeld = 0;
  const shares = shareOfRuns((random) => {
    const result = expectOk(proportionTest(conversions(random, 1_000, 0.2), conversions(random, 1_000, 0.22)));
    if (holds(expectOk(result.relative).interval, 0.1)) shareLiftsHeld += 1;
    return holds(result.interval, 0.02);
  }, 2 * RUNS);
  const [lifts, shareLifts] = [liftsHeld / (2 * RUNS), shareLiftsHeld / (2 * RUNS)];
  notify('coverage', { differences, lifts, shares, shareLifts });
  for (const share of [differences, lifts, shares, shareLifts]) expectWithin(share, { lower: 0.94, upper: 0.96 });
});

test('a lift by Fieller holds the truth where the control is unsure by a sixth of its mean', () => {
  const held = shareOfRuns((random) => {
    const normal = (mean: number) => estimateMean(rows(144, () => mean + 2 * random.normal()).moments());
    const { relative } = expectOk(fixedHorizonTest(normal(1), normal(1.2)));
    return relative.kind === 'ok' && holds(relative.interval, 0.2);
  }, 2 * RUNS);
  notify('coverage by Fieller', { held });
  expectWithin(held, { lower: 0.94, upper: 0.96 });
});

/** Of exponential values, whose quantiles are −ln(1 − p), and whose sorted values are sums (Rényi 1953). */
function quantileOf(random: SeededRandom, units: number, probability: number) {
  let value = 0;
  const sorted = Float64Array.from({ length: units }, (_, at) => {
    value += random.exponential() / (units - at);
    return value;
  });
  const ranks = expectOk(quantileRanks(probability, units));
  const at = (rank: number): number => sorted[rank - 1] ?? 0;
  const values = { lower: at(ranks.lowerRank), value: at(Math.ceil(units * probability)), upper: at(ranks.upperRank) };
  return expectOk(estimateQuantile(ranks, { units, ...values }));
}

test.each([
  [0.5, 200],
  [0.95, 1_000],
  [0.99, 2_000],
])('the interval of the quantile %f of %i values holds it, and that of a difference holds 0', (probability, units) => {
  const truth = -Math.log(1 - probability);
  let heldSingle = 0;
  const share = shareOfRuns((random) => {
    const [a, b] = [quantileOf(random, units, probability), quantileOf(random, units, probability)];
    if (holds(a.interval, truth)) heldSingle += 1;
    return holds(expectOk(fixedHorizonTest(a, b)).interval, 0);
  });
  notify(`coverage of quantile ${probability}`, { single: heldSingle / RUNS, difference: share });
  // Ranks are whole numbers, so a single one holds a bit more than promised.
  expectWithin(heldSingle / RUNS, { lower: binomialBand(0.95).lower, upper: 0.985 });
  expectWithin(share, { lower: 0.94, upper: 0.965 });
});

/** Startup times by person: each has several, which are alike. Their quantiles are those of a normal with variance 2. */
function startupTimes(random: SeededRandom, people: number): readonly (readonly number[])[] {
  return Array.from({ length: people }, () => {
    const habit = random.normal();
    return Array.from({ length: 1 + Math.floor(4 * random.exponential()) }, () => habit + random.normal());
  });
}

test('a quantile of several observations per unit is as sure as its units allow', () => {
  const [probability, people] = [0.9, 200];
  const truth = Math.SQRT2 * 1.2815515655446004;
  let heldAsIfIndependent = 0;
  const held = shareOfRuns((random) => {
    const times = startupTimes(random, people);
    const sorted = Float64Array.from(times.flat()).sort();
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    const value = at(probability);
    const below = pairMomentsFromRows(times.map((own) => [own.filter((time) => time <= value).length, own.length]));
    const { observations } = expectOk(effectiveObservations(probability, estimateRatio(below)));
    const holdsTruth = (count: number): boolean => {
      const { lowerProbability, upperProbability } = expectOk(quantileRanks(probability, count));
      return holds({ lower: at(lowerProbability), upper: at(upperProbability) }, truth);
    };
    if (holdsTruth(sorted.length)) heldAsIfIndependent += 1;
    return holdsTruth(observations);
  });
  notify('coverage of p90 with several observations per unit', { held, asIfIndependent: heldAsIfIndependent / RUNS });
  expectWithin(held, { lower: 0.94, upper: 0.975 });
  // Negative control.
  expect(heldAsIfIndependent / RUNS).toBeLessThan(0.85);
});

test('effects are found as often as planned', () => {
  const mean = { kind: 'mean', mean: 1, variance: 1 } as const;
  const { control } = expectOk(unitsFor(mean, 0.2));
  const means = shareOfRuns((random) => {
    const treatment = estimateMean(rows(control, () => 0.2 + random.exponential()).moments());
    return expectOk(fixedHorizonTest(revenue(random, control), treatment)).pValue < ALPHA;
  });
  notify('power of a mean, planned 0.8', { means });
  expectWithin(means, binomialBand(0.8));
  const share = { kind: 'share', share: 0.2 } as const;
  const { power } = expectOk(powerFor(share, 0.25, 1_600));
  const shares = shareOfRuns((random) => {
    return expectOk(proportionTest(conversions(random, 800, 0.2), conversions(random, 800, 0.25))).pValue < ALPHA;
  });
  notify('power of a share', { planned: power, shares });
  expectWithin(shares, binomialBand(power));
});

test('CUPED is narrower by √(1 − ρ²), and no less honest', () => {
  const correlation = 0.8;
  let [squaredWidths, squaredWidthsBefore] = [0, 0];
  const variant = (random: SeededRandom) => {
    const running = new RunningMoments();
    for (let unit = 0; unit < 200; unit += 1) {
      const x = random.normal();
      running.add(10 + correlation * x + Math.sqrt(1 - correlation ** 2) * random.normal(), x);
    }
    return running.pairMoments();
  };
  const width = (a: Estimate | NotEnoughData | undefined, b: Estimate | NotEnoughData | undefined) => {
    if (a === undefined || b === undefined) throw new Error('two variants');
    const { interval } = expectOk(fixedHorizonTest(a, b));
    return { squared: (interval.upper - interval.lower) ** 2, holdsZero: holds(interval, 0) };
  };
  const held = shareOfRuns((random) => {
    const pairs = [variant(random), variant(random)];
    const before = pairs.map(({ units, y }) => estimateMean({ units, ...y }));
    const after = expectOk(adjustByCovariate(pairs)).variants.map(estimateMean);
    squaredWidthsBefore += width(before[0], before[1]).squared;
    const { squared, holdsZero } = width(after[0], after[1]);
    squaredWidths += squared;
    return holdsZero;
  });
  notify('CUPED', { expected: 1 - correlation ** 2, variance: squaredWidths / squaredWidthsBefore, held });
  expect(squaredWidths / squaredWidthsBefore / (1 - correlation ** 2)).toBeCloseTo(1, 1.7);
  expectWithin(held, binomialBand(0.95));
});

test('of lifts drawn from the prior, those with a chance of 80 to 90 % are better that often', () => {
  let [chances, better, judged] = [0, 0, 0];
  shareOfRuns((random) => {
    const lift = 0.1 * random.normal();
    const normal = (mean: number) => estimateMean(rows(100, () => mean + random.normal()).moments());
    const result = expectOk(bayesianComparison(normal(2), normal(2 * (1 + lift)), { priorLiftDeviation: 0.1 }));
    if (result.chanceToBeatControl < 0.8 || result.chanceToBeatControl > 0.9) return false;
    judged += 1;
    chances += result.chanceToBeatControl;
    if (lift > 0) better += 1;
    return true;
  }, 2 * RUNS);
  notify('calibration of chances', { promised: chances / judged, better: better / judged });
  expect(judged).toBeGreaterThan(100);
  expectWithin(better / judged, binomialBand(chances / judged, judged));
});

test('a share that is 0 in one variant still has an honest difference', () => {
  const held = shareOfRuns((random) => {
    const [a, b] = [conversions(random, 300, 0.01), conversions(random, 300, 0.03)].map(estimateShare);
    return holds(expectOk(fixedHorizonTest(a as Estimate, b as Estimate)).interval, 0.02);
  });
  expect(held).toBeGreaterThan(binomialBand(0.95).lower);
});

import { expect, test, vi } from 'vitest';
import {
  estimateMean,
  estimateShare,
  fixedHorizonTest,
  guardrailTest,
  sequentialSampleRatioTest,
  sequentialTest,
  unitsFor,
} from './experiments.ts';
import { expectOk } from './testing/expect-close.ts';
import { RunningMoments } from './testing/running-moments.ts';
import type { SeededRandom } from './testing/seeded-random.ts';
import { binomialBand, notify, RUNS, shareOfRuns, TEST_TIMEOUT_MS } from './testing/simulate.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

const ALPHA = 0.05;

/** Looks after every batch; whether anything was seen at any look. */
function sawAtAnyLook(looks: number, look: (at: number) => boolean): boolean {
  let seen = false;
  for (let at = 0; at < looks; at += 1) seen = look(at) || seen;
  return seen;
}

/** Two variants of a skewed metric that grow by batches. */
class GrowingExperiment {
  readonly #variants = [new RunningMoments(), new RunningMoments()] as const;
  readonly #random: SeededRandom;
  readonly #lift: number;

  constructor(random: SeededRandom, lift = 0) {
    this.#random = random;
    this.#lift = lift;
  }

  grow(unitsPerVariant: number): void {
    for (let unit = 0; unit < unitsPerVariant; unit += 1) {
      this.#variants[0].add(this.#random.exponential());
      this.#variants[1].add(this.#random.exponential() * (1 + this.#lift));
    }
  }

  estimates() {
    return [estimateMean(this.#variants[0].moments()), estimateMean(this.#variants[1].moments())] as const;
  }
}

test('A/A with a look after every batch: sequences are wrong in a share of α at most, single tests far more often', () => {
  let wrongByFixed = 0;
  const wrong = shareOfRuns((random) => {
    const experiment = new GrowingExperiment(random);
    let isWrongByFixed = false;
    const isWrong = sawAtAnyLook(40, () => {
      experiment.grow(50);
      const { statistic, pValue } = expectOk(sequentialTest(...experiment.estimates()));
      // Negative control: what 1.96 standard errors say at every look.
      if (Math.abs(statistic) > 1.96) isWrongByFixed = true;
      return pValue <= ALPHA;
    });
    if (isWrongByFixed) wrongByFixed += 1;
    return isWrong;
  });
  notify('A/A with 40 looks', { sequences: wrong, single: wrongByFixed / RUNS });
  expect(wrong).toBeLessThanOrEqual(binomialBand(ALPHA).upper);
  expect(wrongByFixed / RUNS).toBeGreaterThan(4 * ALPHA);
});

/** Revenue of which 95 % is 0, and the rest has a long tail. */
const rareRevenue = (random: SeededRandom): number => (random.isHit(0.05) ? Math.exp(3 + random.normal()) : 0);

test('A/A of rare revenue in a tenth of the units: no false alarm from early looks, though the small variant has few payers', () => {
  let wrongWithOwnVariance = 0;
  const wrong = shareOfRuns((random) => {
    const variants = [new RunningMoments(), new RunningMoments()] as const;
    let isWrongWithOwnVariance = false;
    const isWrong = sawAtAnyLook(40, () => {
      for (let unit = 0; unit < 50; unit += 1) variants[random.isHit(0.1) ? 1 : 0].add(rareRevenue(random));
      const [control, treatment] = [estimateMean(variants[0].moments()), estimateMean(variants[1].moments())];
      const sequential = sequentialTest(control, treatment);
      if (sequential.kind !== 'ok') return false;
      // Negative control: the same boundary in standard errors of each variant's own.
      const reach = (sequential.interval.upper - sequential.difference) / sequential.standardError;
      const { statistic } = expectOk(fixedHorizonTest(control, treatment));
      if (Math.abs(statistic) > reach) isWrongWithOwnVariance = true;
      const guardrail = expectOk(guardrailTest(control, treatment, { harm: 'decrease' }));
      return sequential.pValue <= ALPHA || guardrail.isBreached;
    });
    if (isWrongWithOwnVariance) wrongWithOwnVariance += 1;
    return isWrong;
  });
  notify('A/A of rare revenue, split 90/10', { wrong, ownVariance: wrongWithOwnVariance / RUNS });
  expect(wrong).toBeLessThanOrEqual(ALPHA);
  expect(wrongWithOwnVariance / RUNS).toBeGreaterThan(2 * ALPHA);
});

test('an effect lies inside the sequence, and inside that of the lift, at all looks together', () => {
  let liftMissed = 0;
  const missed = shareOfRuns((random) => {
    const experiment = new GrowingExperiment(random, 0.2);
    let isLiftMissed = false;
    const isMissed = sawAtAnyLook(20, () => {
      experiment.grow(100);
      const { interval, relative } = expectOk(sequentialTest(...experiment.estimates()));
      const lift = expectOk(relative).interval;
      if (lift.lower > 0.2 || lift.upper < 0.2) isLiftMissed = true;
      return interval.lower > 0.2 || interval.upper < 0.2;
    });
    if (isLiftMissed) liftMissed += 1;
    return isMissed;
  });
  notify('missed at any of 20 looks', { difference: missed, lift: liftMissed / RUNS });
  for (const share of [missed, liftMissed / RUNS]) expect(share).toBeLessThanOrEqual(binomialBand(ALPHA).upper);
});

test('a sequence finds an effect by the planned number of units at least as often as planned', () => {
  const plan = expectOk(unitsFor({ kind: 'mean', mean: 1, variance: 1 }, 0.2, { method: 'sequential' }));
  const looks = 20;
  const found = shareOfRuns((random) => {
    const variants = [new RunningMoments(), new RunningMoments()] as const;
    return sawAtAnyLook(looks, () => {
      for (let unit = 0; unit < plan.control / looks; unit += 1) {
        variants[0].add(random.exponential());
        variants[1].add(0.2 + random.exponential());
      }
      const [control, treatment] = [estimateMean(variants[0].moments()), estimateMean(variants[1].moments())];
      return expectOk(sequentialTest(control, treatment)).pValue <= ALPHA;
    });
  });
  notify('power of a sequence, planned 0.8', { found });
  expect(found).toBeGreaterThanOrEqual(binomialBand(0.8).lower);
  expect(found).toBeLessThan(0.9);
});

test.each([0.01, 0.3])('A/A of a guardrail on a share of %f, with a look after every batch', (share) => {
  const breached = shareOfRuns((random) => {
    const converted = [0, 0];
    return sawAtAnyLook(20, (at) => {
      const units = 100 * (at + 1);
      for (let unit = 0; unit < 100; unit += 1) {
        for (const variant of [0, 1]) if (random.isHit(share)) converted[variant] = (converted[variant] ?? 0) + 1;
      }
      const [control, treatment] = converted.map((count) => estimateShare({ units, converted: count }));
      if (control === undefined || treatment === undefined) throw new Error('two variants');
      return expectOk(guardrailTest(control, treatment, { harm: 'increase' })).isBreached;
    });
  });
  notify(`A/A of a guardrail on a share of ${share}, 20 looks`, { breached });
  expect(breached).toBeLessThanOrEqual(binomialBand(ALPHA).upper);
});

test('a split that is as designed is called broken in a share of α at most, one that lost a tenth is found', () => {
  const callsBroken = (treatmentShare: number) =>
    shareOfRuns((random) => {
      const units = [0, 0];
      return sawAtAnyLook(50, () => {
        for (let unit = 0; unit < 100; unit += 1) {
          const variant = random.isHit(treatmentShare) ? 1 : 0;
          units[variant] = (units[variant] ?? 0) + 1;
        }
        return expectOk(sequentialSampleRatioTest(units, [1, 1])).pValue <= ALPHA;
      });
    });
  const [designed, lostTenth] = [callsBroken(0.5), callsBroken(0.45 / 0.95)];
  notify('sequential sample ratio, 50 looks', { designed, lostTenth });
  expect(designed).toBeLessThanOrEqual(binomialBand(ALPHA).upper);
  expect(lostTenth).toBeGreaterThan(0.8);
});

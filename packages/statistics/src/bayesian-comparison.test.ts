import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bayesianComparison } from './bayesian-comparison.ts';
import { chanceToBeBest } from './chance-to-be-best.ts';
import { type Estimate, estimateMean } from './estimate.ts';
import { fixedHorizonTest } from './fixed-horizon-test.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

const mean = (value: number, deviation: number, units: number) =>
  estimateMean({ units, mean: value, variance: deviation ** 2 });
const [control, treatment] = [mean(9.8, 2.9, 1_180), mean(10.2, 3.1, 1_200)];
const estimate = (value: number, standardError: number): Estimate => ({
  kind: 'ok',
  units: 100,
  value,
  standardError,
  degreesOfFreedom: null,
});

// mpmath 1.3 with 40 digits; three variants by its adaptive quadrature.

test('chance to beat control and expected loss with a flat prior', () => {
  const result = expectOk(bayesianComparison(control, treatment));
  expectClose(result.chanceToBeatControl, 0.9994256865637703);
  expectClose(result.expectedLoss.ofTreatment, 1.8816328936357255e-5);
  expectClose(result.expectedLoss.ofControl, 0.4000188163289364);
});

test('a prior on the lift draws the difference to 0', () => {
  const result = expectOk(bayesianComparison(control, treatment, { priorLiftDeviation: 0.3 }));
  expectClose(result.difference, 0.39930080081271246);
  expectClose(result.standardError, 0.12291865292988106);
  expectClose(result.chanceToBeatControl, 0.9994199166035965);
  const flat = expectOk(expectOk(bayesianComparison(control, treatment)).relative);
  const lift = expectOk(result.relative);
  expect(lift.lift).toBeLessThan(flat.lift);
  expect(lift.interval.upper - lift.interval.lower).toBeLessThan(flat.interval.upper - flat.interval.lower);
});

test('where lower is better the chances change places', () => {
  const higher = expectOk(bayesianComparison(control, treatment));
  const lower = expectOk(bayesianComparison(control, treatment, { better: 'lower' }));
  expectClose(lower.chanceToBeatControl, 1 - higher.chanceToBeatControl);
  expect(lower.expectedLoss.ofTreatment).toBe(higher.expectedLoss.ofControl);
  expect(lower.interval).toEqual(higher.interval);
});

test('with a flat prior the credible interval is that of a large sample', () => {
  const [many, more] = [mean(9.8, 2.9, 1e8), mean(9.8004, 3.1, 1e8)];
  const bayesian = expectOk(bayesianComparison(many, more));
  const fixed = expectOk(fixedHorizonTest(many, more));
  expect(bayesian.interval.lower).toBeCloseTo(fixed.interval.lower, 9);
});

test('the best of three', () => {
  const { variants } = expectOk(chanceToBeBest([estimate(10, 0.1), estimate(10.2, 0.12), estimate(10.15, 0.03)]));
  const expected = [0.03300622367722771, 0.6462680016829895, 0.32072577463978286];
  const losses = [0.22977885704789408, 0.029778857047894094, 0.07977885704789409];
  for (const [at, { chanceToBeBest, expectedLoss }] of variants.entries()) {
    expectClose(chanceToBeBest, expected[at] ?? 0);
    expectClose(expectedLoss, losses[at] ?? 0);
  }
});

const anEstimate = fc
  .tuple(fc.double({ min: -100, max: 100, noNaN: true }), fc.double({ min: 0.001, max: 50, noNaN: true }))
  .map(([value, error]) => estimate(value, error));

test('of two, the chance to be best is the chance to beat control', () => {
  fc.assert(
    fc.property(anEstimate, anEstimate, (a, b) => {
      const two = expectOk(bayesianComparison(a, b));
      const { variants } = expectOk(chanceToBeBest([a, b]));
      expect(variants[1]?.chanceToBeBest).toBeCloseTo(two.chanceToBeatControl, 9);
      expect(Math.abs((variants[1]?.expectedLoss ?? 0) - two.expectedLoss.ofTreatment)).toBeLessThan(1e-7);
    }),
  );
});

test('chances of any number of variants add up to 1, and equal variants share them', () => {
  fc.assert(
    fc.property(fc.array(anEstimate, { minLength: 2, maxLength: 6 }), (estimates) => {
      const { variants } = expectOk(chanceToBeBest(estimates));
      expect(variants.reduce((sum, { chanceToBeBest }) => sum + chanceToBeBest, 0)).toBeCloseTo(1, 9);
    }),
    { numRuns: 30 },
  );
  const { variants } = expectOk(
    chanceToBeBest(
      Array.from({ length: 5 }, () => estimate(3, 0.4)),
      'lower',
    ),
  );
  for (const { chanceToBeBest } of variants) expect(chanceToBeBest).toBeCloseTo(0.2, 9);
});

test('a variant without spread is compared as a point', () => {
  const { variants } = expectOk(chanceToBeBest([estimate(0, 0), estimate(1, 1)]));
  expect(variants[1]?.chanceToBeBest).toBeCloseTo(0.8413447460685429, 6);
});

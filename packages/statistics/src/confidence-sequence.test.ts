import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardrailTest, mixtureScale, sequentialReach, sequentialTest } from './confidence-sequence.ts';
import { estimateMean, estimateShare } from './estimate.ts';
import { fixedHorizonTest } from './fixed-horizon-test.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

const mean = (value: number, deviation: number, units: number) =>
  estimateMean({ units, mean: value, variance: deviation ** 2 });
const [control, treatment] = [mean(9.8, 2.9, 1_180), mean(10.2, 3.1, 1_200)];

// mpmath 1.3 with 40 digits; the one-sided evidence by integrating the mixture itself.

test('a confidence sequence: interval, p-value and lift', () => {
  expectClose(mixtureScale(0.05, 5_000), 0.03984006677137368);
  const result = expectOk(sequentialTest(control, treatment));
  expectClose(result.interval.lower, 0.0197025956353809);
  expectClose(result.interval.upper, 0.7802974043646191);
  expectClose(result.pValue, 0.033463319182276345);
  const lift = expectOk(result.relative);
  expectClose(lift.interval.lower, 0.0012567207307283476);
  expectClose(lift.interval.upper, 0.08037593233049614);
});

test('a guardrail looks at harm only', () => {
  const harmed = expectOk(guardrailTest(control, treatment, { harm: 'increase' }));
  expectClose(harmed.pValue, 0.01676383580657989);
  expectClose(harmed.bound, 0.05599796490393087);
  expect(harmed.isBreached).toBe(true);
  const helped = expectOk(guardrailTest(control, treatment, { harm: 'decrease' }));
  expect(helped).toMatchObject({ pValue: 1, isBreached: false });
  expect(expectOk(guardrailTest(control, treatment, { harm: 'increase', margin: 0.1 })).isBreached).toBe(false);
});

test('crashes that only the treatment has are seen, though the control has no spread', () => {
  const none = estimateShare({ units: 1_000, converted: 0 });
  const some = estimateShare({ units: 1_000, converted: 100 });
  expect(expectOk(guardrailTest(none, some, { harm: 'increase' })).isBreached).toBe(true);
  expect(expectOk(guardrailTest(some, none, { harm: 'increase' })).isBreached).toBe(false);
});

test('the guardrail is breached exactly when its bound is beyond the margin', () => {
  const difference = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(
      difference,
      fc.integer({ min: 2, max: 1e6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (d, units, margin) => {
        const [before, after] = [mean(10, 3, units), mean(10 + d, 3, units)];
        const up = expectOk(guardrailTest(before, after, { harm: 'increase', margin }));
        if (Math.abs(up.bound - margin) > 1e-9) expect(up.isBreached).toBe(up.bound > margin);
        const down = expectOk(guardrailTest(before, after, { harm: 'decrease', margin }));
        if (Math.abs(down.bound + margin) > 1e-9) expect(down.isBreached).toBe(down.bound < -margin);
      },
    ),
  );
});

test('it is wider than a single look, and narrowest for its size near the target', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 10_000_000 }), fc.integer({ min: 100, max: 1_000_000 }), (units, target) => {
      expect(sequentialReach(units, 0.05, mixtureScale(0.05, target))).toBeGreaterThan(1.96);
    }),
  );
  const reachFor = (target: number) => sequentialReach(5_000, 0.05, mixtureScale(0.05, target));
  expect(reachFor(5_000)).toBeLessThan(reachFor(500));
  expect(reachFor(5_000)).toBeLessThan(reachFor(50_000));
  const single = expectOk(fixedHorizonTest(control, treatment));
  const always = expectOk(sequentialTest(control, treatment));
  expect(always.pValue).toBeGreaterThan(single.pValue);
});

test('its p-value is below α exactly when the interval leaves 0 out', () => {
  fc.assert(
    fc.property(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 2, max: 100_000 }), (d, units) => {
      const { interval, pValue } = expectOk(sequentialTest(mean(5, 2, units), mean(5 + d, 2, units)));
      if (Math.abs(pValue - 0.05) > 1e-9) expect(pValue < 0.05).toBe(interval.lower > 0 || interval.upper < 0);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateMean } from './estimate.ts';
import { fixedHorizonTest } from './fixed-horizon-test.ts';
import { proportionTest } from './proportion-test.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

const mean = (value: number, deviation: number, units: number) =>
  estimateMean({ units, mean: value, variance: deviation ** 2 });

// All reference values: mpmath 1.3 with 40 digits, from the formulas in docs/statistics.md.

test("Welch's test: statistic, p-value, interval and lift", () => {
  const result = expectOk(fixedHorizonTest(mean(9.8, 2.9, 1_180), mean(10.2, 3.1, 1_200)));
  expectClose(result.statistic, 3.2513393042618137);
  expectClose(result.degreesOfFreedom ?? 0, 2372.113936986975);
  expectClose(result.pValue, 0.001164713242694756);
  expectClose(result.interval.lower, 0.1587499342100129);
  expectClose(result.interval.upper, 0.6412500657899871);
  const lift = expectOk(result.relative);
  expect(lift.method).toBe('delta');
  expectClose(lift.lift, 0.04081632653061224);
  expectClose(lift.standardError, 0.01279753397864051);
  expectClose(lift.interval.lower, 0.015720816037204714);
  expectClose(lift.interval.upper, 0.06591183702401977);
});

test('a control mean that is unsure by a fifth has a lift by Fieller', () => {
  const result = expectOk(fixedHorizonTest(mean(1, 2, 100), mean(1.4, 2.5, 90)));
  const lift = expectOk(result.relative);
  expect(lift.method).toBe('fieller');
  expectClose(lift.interval.lower, -0.20711508434010664);
  expectClose(lift.interval.upper, 1.5241244939805243);
});

test('a control mean that may be 0 has no relative lift, and its difference is judged all the same', () => {
  const result = expectOk(fixedHorizonTest(mean(0.5, 2, 40), mean(1.1, 2.5, 35)));
  expectClose(result.pValue, 0.25979814537619406);
  expectClose(result.interval.lower, -0.45409354435385757);
  expect(result.relative).toEqual({ kind: 'not_enough_data', reason: 'control_mean_near_zero' });
});

test('two shares: the pooled z-test, the interval of Newcombe, the lift by the delta method', () => {
  const result = expectOk(proportionTest({ units: 1_980, converted: 190 }, { units: 2_000, converted: 230 }));
  expectClose(result.statistic, 1.9548599302863492);
  expectClose(result.pValue, 0.050599605170791505);
  expectClose(result.interval.lower, -6.650912331843005e-5);
  expectClose(result.interval.upper, 0.038164585893728065);
  const lift = expectOk(result.relative);
  expectClose(lift.lift, 0.19842105263157894);
  expectClose(lift.interval.lower, -0.019848602718513016);
  expectClose(lift.interval.upper, 0.4166907079816709);
});

const moments = fc.record({
  value: fc.double({ min: 1, max: 100, noNaN: true }),
  deviation: fc.double({ min: 0.1, max: 50, noNaN: true }),
  units: fc.integer({ min: 2, max: 100_000 }),
});

test('swapping the variants turns the difference round and keeps the p-value', () => {
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      const [one, two] = [mean(a.value, a.deviation, a.units), mean(b.value, b.deviation, b.units)];
      const [there, back] = [expectOk(fixedHorizonTest(one, two)), expectOk(fixedHorizonTest(two, one))];
      expect(there.difference + back.difference).toBe(0);
      expect(there.interval.lower).toBeCloseTo(-back.interval.upper, 9);
      expect(there.pValue).toBeCloseTo(back.pValue, 12);
    }),
  );
});

test('cents instead of euros change neither p-value nor lift', () => {
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      const inUnit = (unit: number) =>
        expectOk(
          fixedHorizonTest(
            mean(a.value * unit, a.deviation * unit, a.units),
            mean(b.value * unit, b.deviation * unit, b.units),
          ),
        );
      const [euros, cents] = [inUnit(1), inUnit(100)];
      expect(cents.pValue).toBeCloseTo(euros.pValue, 9);
      expect(cents.relative.kind).toBe(euros.relative.kind);
      if (euros.relative.kind === 'ok' && cents.relative.kind === 'ok') {
        expectClose(1 + Math.abs(cents.relative.interval.upper), 1 + Math.abs(euros.relative.interval.upper));
      }
    }),
  );
});

test('a higher level has a wider interval, and the p-value says which level just holds 0', () => {
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      const [one, two] = [mean(a.value, a.deviation, a.units), mean(b.value, b.deviation, b.units)];
      const [narrow, wide] = [0.9, 0.99].map((level) => expectOk(fixedHorizonTest(one, two, { level })));
      if (narrow === undefined || wide === undefined) throw new Error('two levels');
      expect(wide.interval.lower).toBeLessThan(narrow.interval.lower);
      expect(wide.interval.upper).toBeGreaterThan(narrow.interval.upper);
      const holdsZero = narrow.interval.lower <= 0 && narrow.interval.upper >= 0;
      expect(narrow.pValue >= 0.1 - 1e-9 || !holdsZero).toBe(true);
      expect(narrow.pValue <= 0.1 + 1e-9 || holdsZero).toBe(true);
    }),
  );
});

test('a lift over a negative mean is above 0 where the treatment is higher', () => {
  const result = expectOk(fixedHorizonTest(mean(-10, 2, 1_000), mean(-8, 2, 1_000)));
  const lift = expectOk(result.relative);
  expect(lift.lift).toBeCloseTo(0.2, 12);
  expect(lift.interval.lower).toBeLessThan(0.2);
  expect(lift.interval.upper).toBeGreaterThan(0.2);
  expect(lift.interval.lower).toBeGreaterThan(0);
});

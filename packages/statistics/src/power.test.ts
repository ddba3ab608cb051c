import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Baseline, daysToGo, powerFor, smallestDetectableLift, unitsFor } from './power.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

const share: Baseline = { kind: 'share', share: 0.1 };
const mean: Baseline = { kind: 'mean', mean: 10, variance: 9 };

// mpmath 1.3 with 40 digits, both tails counted.

test('power, units and the smallest lift of a share', () => {
  expectClose(expectOk(powerFor(share, 0.2, 5_000)).power, 0.6179663954945499);
  // 7681.68: the 3,841 per variant of textbooks.
  expect(unitsFor(share, 0.2)).toEqual({ kind: 'ok', units: 7_682, control: 3_841, treatment: 3_841 });
  expectClose(expectOk(smallestDetectableLift(share, 5_000)).lift, 0.2503428766059895);
});

test('power, units and the smallest lift of a mean', () => {
  expectClose(expectOk(powerFor(mean, 0.03, 2_000)).power, 0.6087794846454567);
  expect(unitsFor(mean, 0.03)).toEqual({ kind: 'ok', units: 3_140, control: 1_570, treatment: 1_570 });
  const smallest = expectOk(smallestDetectableLift(mean, 2_000));
  expectClose(smallest.lift, 0.0375871639217262);
  expectClose(smallest.difference, 0.375871639217262);
});

test('looking at any time has its price', () => {
  // 6016.6 by mpmath.
  expect(expectOk(unitsFor(mean, 0.03, { method: 'sequential' })).units).toBe(6_018);
});

test('an uneven split needs more units, and a part of the units is planned like the whole of fewer', () => {
  const even = expectOk(unitsFor(mean, 0.03)).units;
  expect(expectOk(unitsFor(mean, 0.03, { split: { control: 0.9, treatment: 0.1 } })).units).toBeGreaterThan(2 * even);
  const half = expectOk(unitsFor(mean, 0.03, { split: { control: 0.25, treatment: 0.25 } })).units;
  expect(Math.abs(half - 2 * even)).toBeLessThan(4);
});

test('units, power and smallest lift agree with each other', () => {
  const lift = fc.double({ min: 0.005, max: 1, noNaN: true });
  const method = fc.constantFrom('fixed', 'sequential');
  fc.assert(
    fc.property(fc.constantFrom(share, mean), lift, method, (baseline, lift, method) => {
      const { units } = expectOk(unitsFor(baseline, lift, { method }));
      expect(expectOk(powerFor(baseline, lift, units, { method })).power).toBeGreaterThanOrEqual(0.8 - 1e-9);
      expect(expectOk(powerFor(baseline, lift, Math.max(1, units - 3), { method })).power).toBeLessThan(0.8 + 1e-9);
      expect(expectOk(smallestDetectableLift(baseline, units, { method })).lift).toBeLessThan(lift * (1 + 1e-9));
    }),
    { numRuns: 40 },
  );
});

test('more units find more, larger lifts are found more often', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 1e6 }), fc.double({ min: 0.001, max: 2, noNaN: true }), (units, lift) => {
      const { power } = expectOk(powerFor(mean, lift, units));
      expect(expectOk(powerFor(mean, lift, units * 2)).power).toBeGreaterThanOrEqual(power - 1e-12);
      expect(expectOk(powerFor(mean, lift * 2, units)).power).toBeGreaterThanOrEqual(power - 1e-12);
    }),
  );
});

test('days to go', () => {
  expect(daysToGo(10_000, 2_500, 1_000)).toEqual({ kind: 'ok', days: 8 });
  expect(daysToGo(10_000, 12_000, 0)).toEqual({ kind: 'ok', days: 0 });
  expect(daysToGo(10_000, 0, 0)).toEqual({ kind: 'not_enough_data', reason: 'no_traffic' });
});

test('what cannot be planned says why', () => {
  expect(unitsFor(share, 0)).toMatchObject({ reason: 'no_effect' });
  expect(unitsFor(share, 20)).toMatchObject({ reason: 'impossible_input' });
  expect(unitsFor({ kind: 'share', share: 0 }, 0.1)).toMatchObject({ reason: 'zero_control_mean' });
  expect(unitsFor({ kind: 'mean', mean: 0, variance: 1 }, 0.1)).toMatchObject({ reason: 'zero_control_mean' });
  expect(unitsFor({ kind: 'mean', mean: 1, variance: 0 }, 0.1)).toMatchObject({ reason: 'zero_variance' });
  expect(unitsFor(mean, 1e-12)).toMatchObject({ reason: 'no_effect' });
  expect(smallestDetectableLift(share, 4)).toMatchObject({ reason: 'too_few_units' });
  expect(powerFor(mean, 0.1, 0)).toMatchObject({ reason: 'no_units' });
  expect(() => unitsFor(mean, 0.1, { level: 2 })).toThrow(RangeError);
  expect(() => unitsFor(mean, 0.1, { split: { control: 0.9, treatment: 0.9 } })).toThrow(RangeError);
});

import { expect, test } from 'vitest';
import { expectOk } from './testing/expect-close.ts';
import { capsOf, winsorise } from './winsorise.ts';

test('values beyond the caps are moved to them', () => {
  const caps = expectOk(capsOf({ units: 5_000, upper: 120 }));
  expect([-5, 0, 120, 1e9].map((value) => winsorise(value, caps))).toEqual([-5, 0, 120, 120]);
  const both = expectOk(
    capsOf({ units: 5_000, upper: 120, lower: -3 }, { upperProbability: 0.99, lowerProbability: 0.01 }),
  );
  expect([-5, 0, 1e9].map((value) => winsorise(value, both))).toEqual([-3, 0, 120]);
});

test('no caps that would hide the metric, or change nothing', () => {
  expect(capsOf({ units: 5_000, upper: 0 })).toMatchObject({ reason: 'zero_variance' });
  expect(capsOf({ units: 999, upper: 7 })).toMatchObject({ reason: 'too_few_units' });
  expect(capsOf({ units: 0, upper: 0 })).toMatchObject({ reason: 'no_units' });
  expect(capsOf({ units: 5_000, upper: Number.POSITIVE_INFINITY })).toMatchObject({ reason: 'not_finite' });
});

import { expect, test } from 'vitest';
import { adjustByCovariate } from './cuped.ts';
import { pairMomentsFromRows } from './moments.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

const variants = [
  pairMomentsFromRows([
    [3, 1],
    [5, 4],
    [2, 2],
    [7, 5],
  ]),
  pairMomentsFromRows([
    [4, 1],
    [8, 6],
    [6, 3],
    [5, 5],
    [9, 7],
  ]),
];

test('moments are those of the rows y − θ(x − mean of x)', () => {
  const { theta, varianceFactor, variants: adjusted } = expectOk(adjustByCovariate(variants));
  // From adjusted rows, with mpmath.
  expectClose(theta, 0.8493975903614458);
  expectClose(varianceFactor, 0.25029696249787886);
  expectClose(adjusted[0]?.mean ?? 0, 4.910642570281125);
  expectClose(adjusted[0]?.variance ?? 0, 1.0926718923888323);
  expectClose(adjusted[1]?.mean ?? 0, 5.871485943775101);
  expectClose(adjusted[1]?.variance ?? 0, 1.1797430686601829);
});

test('people who did nothing before exposure leave nothing to adjust by', () => {
  const nobody = pairMomentsFromRows([
    [1, 0],
    [2, 0],
    [4, 0],
  ]);
  expect(adjustByCovariate([nobody, nobody])).toEqual({ kind: 'not_enough_data', reason: 'zero_variance' });
});

test('a covariate that says all leaves no variance, one that says nothing changes none', () => {
  const same = pairMomentsFromRows([
    [1, 1],
    [2, 2],
    [4, 4],
  ]);
  expect(expectOk(adjustByCovariate([same, same])).varianceFactor).toBeCloseTo(0, 12);
  const unrelated = pairMomentsFromRows([
    [1, 0],
    [1, 1],
    [3, 0],
    [3, 1],
  ]);
  const { theta, varianceFactor } = expectOk(adjustByCovariate([unrelated, unrelated]));
  expect([theta, varianceFactor]).toEqual([0, 1]);
});

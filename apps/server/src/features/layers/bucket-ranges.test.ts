import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BucketRange, freeRanges, LAYER_BUCKETS, resizeRanges, sizeOf, takeRanges } from './bucket-ranges.ts';

const cases: { name: string; taken: BucketRange[]; count: number; expected: BucketRange[] | undefined }[] = [
  { name: 'nothing is taken', taken: [], count: 3000, expected: [[0, 3000]] },
  { name: 'all of it', taken: [], count: 10_000, expected: [[0, 10_000]] },
  { name: 'behind another', taken: [[0, 3000]], count: 2000, expected: [[3000, 5000]] },
  {
    name: 'the lowest gap that holds it',
    taken: [
      [0, 1000],
      [1500, 4000],
    ],
    count: 600,
    expected: [[4000, 4600]],
  },
  {
    name: 'a gap of its size',
    taken: [
      [0, 1000],
      [1600, 4000],
    ],
    count: 600,
    expected: [[1000, 1600]],
  },
  {
    name: 'pieces where none is whole',
    taken: [[1000, 9000]],
    count: 1500,
    expected: [
      [0, 1000],
      [9000, 9500],
    ],
  },
  { name: 'too few', taken: [[0, 9000]], count: 1001, expected: undefined },
  { name: 'none at all', taken: [[0, 10_000]], count: 1, expected: undefined },
];
for (const { name, taken, count, expected } of cases) {
  test(`takeRanges: ${name}`, () => expect(takeRanges(freeRanges(taken), count)).toEqual(expected));
}

test('growing keeps what there is and prefers what lies behind it; shrinking gives back what came last', () => {
  expect(resizeRanges([[0, 1000]], [[3000, 4000]], 2500)).toEqual([[0, 2500]]);
  expect(resizeRanges([[0, 1000]], [[1000, 2000]], 1500)).toEqual([
    [0, 1000],
    [2000, 2500],
  ]);
  expect(
    resizeRanges(
      [
        [0, 1000],
        [2000, 2500],
      ],
      [[1000, 2000]],
      1200,
    ),
  ).toEqual([
    [0, 1000],
    [2000, 2200],
  ]);
  expect(
    resizeRanges(
      [
        [0, 1000],
        [2000, 2500],
      ],
      [[1000, 2000]],
      800,
    ),
  ).toEqual([[0, 800]]);
  expect(
    resizeRanges(
      [[5000, 6000]],
      [
        [0, 5000],
        [6000, 10_000],
      ],
      1001,
    ),
  ).toBeUndefined();
});

test('whoever comes, grows, shrinks and goes: shares are exact, nobody has a bucket of another, and who stays keeps theirs', () => {
  const sizes = fc.array(fc.tuple(fc.nat(4), fc.constantFrom(0, 1, 700, 1250, 2500, 4000, 10_000)), { maxLength: 30 });
  fc.assert(
    fc.property(sizes, (steps) => {
      const held = new Map<number, readonly BucketRange[]>();
      for (const [who, count] of steps) {
        const own = held.get(who) ?? [];
        const others = [...held].filter(([each]) => each !== who).flatMap(([, ranges]) => ranges);
        const got = resizeRanges(own, others, count);
        if (got === undefined) {
          expect(sizeOf(freeRanges(others))).toBeLessThan(count);
          continue;
        }
        expect(sizeOf(got)).toBe(count);
        const [before, after] = [bucketsOf(own), bucketsOf(got)];
        const [smaller, larger] = before.size < after.size ? [before, after] : [after, before];
        expect([...smaller].every((bucket) => larger.has(bucket))).toBe(true);
        held.set(who, got);
        const all = [...held.values()].flat();
        expect(bucketsOf(all).size).toBe(sizeOf(all));
        expect(sizeOf(all) + sizeOf(freeRanges(all))).toBe(LAYER_BUCKETS);
      }
    }),
    { numRuns: 60 },
  );
});

function bucketsOf(ranges: readonly BucketRange[]): Set<number> {
  return new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)));
}

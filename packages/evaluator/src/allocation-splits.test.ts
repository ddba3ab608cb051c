import { expect, test } from 'vitest';
import { assignExperiments } from './assign-experiments.ts';
import { holdoutBucket, layerBucket, poolBucket, variantBucket } from './bucketing.ts';
import { compileRuleset } from './compile-ruleset.ts';
import type { ExperimentDefinition } from './ruleset.ts';

const PEOPLE = 200_000;
const LAYERS = ['0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f11', '0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f12'] as const;
const HOLDOUT = { id: '0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f13', percentage: 10 };
/** Of chi-squared by degrees of freedom: chance alone exceeds it once in a thousand. */
const CRITICAL: Readonly<Record<number, number>> = { 1: 10.828, 3: 16.266, 9: 27.877, 81: 124.839 };

const experiment = (at: number, more: Partial<ExperimentDefinition> = {}): ExperimentDefinition => ({
  id: `0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f2${at}`,
  key: `e${at}`,
  unit: 'auto',
  status: 'running',
  traffic_pct: 100,
  variants: [
    { key: 'a', weight: 50, payload: {} },
    { key: 'b', weight: 50, payload: {} },
  ],
  winner: null,
  ...more,
});

/** Of a table of counts: how far it is from rows and columns that tell nothing of each other. */
function chiSquared(table: readonly (readonly number[])[]): number {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = (table[0] ?? []).map((_, at) => table.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  const all = rows.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [at, row] of table.entries()) {
    for (const [column, count] of row.entries()) {
      const expected = ((rows[at] ?? 0) * (columns[column] ?? 0)) / all;
      sum += (count - expected) ** 2 / expected;
    }
  }
  return sum;
}

const tenths = (bucketOf: (identity: string) => number) => (identity: string) => Math.floor(bucketOf(identity) / 1000);
const splits: Record<string, (identity: string) => number> = {
  'the holdout': tenths((identity) => holdoutBucket(identity, HOLDOUT.id)),
  'a layer': tenths((identity) => layerBucket(identity, LAYERS[0])),
  'another layer': tenths((identity) => layerBucket(identity, LAYERS[1])),
  'the pool of an experiment': tenths((identity) => poolBucket(identity, experiment(1).id)),
  'its variants': tenths((identity) => variantBucket(identity, experiment(1).id)),
  'the variants of another': tenths((identity) => variantBucket(identity, experiment(2).id)),
};
const names = Object.keys(splits);
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));

test.each(pairs)('%s tells nothing of %s', (one, other) => {
  const [left, right] = [splits[one], splits[other]];
  const table = Array.from({ length: 10 }, () => Array<number>(10).fill(0));
  for (let person = 0; person < PEOPLE; person += 1) {
    const identity = `u:user-${person}`;
    const row = table[left?.(identity) ?? 0] as number[];
    const column = right?.(identity) ?? 0;
    row[column] = (row[column] ?? 0) + 1;
  }
  expect(chiSquared(table)).toBeLessThan(CRITICAL[81] ?? 0);
});

test('negative control: a split tells everything of itself', () => {
  const table = Array.from({ length: 10 }, (_, row) => Array.from({ length: 10 }, (_, at) => (at === row ? 100 : 0)));
  expect(chiSquared(table)).toBeGreaterThan(CRITICAL[81] ?? 0);
});

function assigned(experiments: readonly ExperimentDefinition[], person: number) {
  return assignExperiments(compiledOf(experiments), { userId: `user-${person}`, attributes: {} });
}

const compiled = new WeakMap<readonly ExperimentDefinition[], ReturnType<typeof compileRuleset>>();
function compiledOf(experiments: readonly ExperimentDefinition[]) {
  const known =
    compiled.get(experiments) ?? compileRuleset({ flags: [], experiments, groups: {}, config_version: '1' });
  compiled.set(experiments, known);
  return known;
}

test('nobody is in two experiments of one layer, and each has its share', () => {
  const inLayer = [
    experiment(1, { layer: { id: LAYERS[0], ranges: [[0, 3000]] } }),
    experiment(2, {
      layer: {
        id: LAYERS[0],
        ranges: [
          [3000, 5000],
          [7000, 8000],
        ],
      },
    }),
    experiment(3, { layer: { id: LAYERS[0], ranges: [[5000, 7000]] } }),
  ];
  const counts = { e1: 0, e2: 0, e3: 0 };
  const variants = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  for (let person = 0; person < PEOPLE; person += 1) {
    const [only, ...others] = assigned(inLayer, person);
    expect(others).toEqual([]);
    if (only === undefined) continue;
    const [key, { variantKey }] = only;
    counts[key as keyof typeof counts] += 1;
    const row = variants[Number(key.slice(1)) - 1] as number[];
    const at = variantKey === 'a' ? 0 : 1;
    row[at] = (row[at] ?? 0) + 1;
  }
  const shares = Object.values(counts).map((count) => count / PEOPLE);
  for (const [at, share] of [0.3, 0.3, 0.2].entries()) expect(Math.abs((shares[at] ?? 0) - share)).toBeLessThan(0.005);
  for (const row of variants)
    expect(Math.abs((row[0] ?? 0) / ((row[0] ?? 0) + (row[1] ?? 0)) - 0.5)).toBeLessThan(0.01);
});

test('experiments of two layers meet as chance has it, in all four pairs of variants', () => {
  const apart = [
    experiment(1, { layer: { id: LAYERS[0], ranges: [[0, 5000]] } }),
    experiment(2, { layer: { id: LAYERS[1], ranges: [[5000, 10_000]] } }),
  ];
  const membership = [
    [0, 0],
    [0, 0],
  ];
  const pairsOfVariants = [
    [0, 0],
    [0, 0],
  ];
  for (let person = 0; person < PEOPLE; person += 1) {
    const got = assigned(apart, person);
    const [one, two] = [got.get('e1')?.variantKey, got.get('e2')?.variantKey];
    const row = membership[one === undefined ? 0 : 1] as number[];
    row[two === undefined ? 0 : 1] = (row[two === undefined ? 0 : 1] ?? 0) + 1;
    if (one === undefined || two === undefined) continue;
    const variants = pairsOfVariants[one === 'a' ? 0 : 1] as number[];
    variants[two === 'a' ? 0 : 1] = (variants[two === 'a' ? 0 : 1] ?? 0) + 1;
  }
  expect(chiSquared(membership)).toBeLessThan(CRITICAL[1] ?? 0);
  expect(chiSquared(pairsOfVariants)).toBeLessThan(CRITICAL[1] ?? 0);
});

test('the holdout is in none of the experiments, takes its share, and leaves the split of the others as it was', () => {
  const running = [
    experiment(1, { holdout: HOLDOUT }),
    experiment(2, { holdout: HOLDOUT, layer: { id: LAYERS[0], ranges: [[0, 10_000]] } }),
    experiment(3, { holdout: HOLDOUT, status: 'completed', winner: 'b' }),
  ];
  let held = 0;
  const variants = [0, 0];
  for (let person = 0; person < PEOPLE; person += 1) {
    const got = assigned(running, person);
    // In all of them or in none: a person is held out as a whole.
    expect([0, 3]).toContain(got.size);
    if (got.size === 0) held += 1;
    else
      variants[got.get('e1')?.variantKey === 'a' ? 0 : 1] =
        (variants[got.get('e1')?.variantKey === 'a' ? 0 : 1] ?? 0) + 1;
  }
  expect(Math.abs(held / PEOPLE - 0.1)).toBeLessThan(0.005);
  expect(Math.abs((variants[0] ?? 0) / (PEOPLE - held) - 0.5)).toBeLessThan(0.005);
});

import { expect, test } from 'vitest';
import { assignExperiments } from './assign-experiments.ts';
import { holdoutBucket, layerBucket, poolBucket, variantBucket } from './bucketing.ts';
import { compileRuleset } from './compile-ruleset.ts';
import type { ExperimentDefinition } from './ruleset.ts';

const PEOPLE = 100_000;
const LAYERS = ['0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f11', '0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f12'] as const;
const HOLDOUT = { id: '0b2f7a1c-93f4-4a53-a0c5-1c1d0a7f6f13', percentage: 10 };
/** Of chi-squared by degrees of freedom: chance alone exceeds it once in a thousand. */
const CRITICAL = { 1: 10.828, 81: 124.839 } as const;

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
  const rows = table.map((row) => sum(row));
  const columns = (table[0] ?? []).map((_, at) => sum(table.map((row) => row[at] ?? 0)));
  const all = sum(rows);
  let distance = 0;
  for (const [at, row] of table.entries()) {
    for (const [column, observed] of row.entries()) {
      const expected = ((rows[at] ?? 0) * (columns[column] ?? 0)) / all;
      distance += (observed - expected) ** 2 / expected;
    }
  }
  return distance;
}

const bucketers: Record<string, (identity: string) => number> = {
  'the holdout': (identity) => holdoutBucket(identity, HOLDOUT.id),
  'a layer': (identity) => layerBucket(identity, LAYERS[0]),
  'another layer': (identity) => layerBucket(identity, LAYERS[1]),
  'the pool of an experiment': (identity) => poolBucket(identity, experiment(1).id),
  'its variants': (identity) => variantBucket(identity, experiment(1).id),
  'the variants of another': (identity) => variantBucket(identity, experiment(2).id),
};
/** In which tenth of a split each person is. */
const tenths = Object.entries(bucketers).map(([name, bucketOf]) => {
  const ofPeople = Uint8Array.from({ length: PEOPLE }, (_, person) => Math.floor(bucketOf(`u:user-${person}`) / 1000));
  return { name, ofPeople };
});
const pairs = tenths.flatMap((one, at) => tenths.slice(at + 1).map((other) => ({ one, other })));

for (const { one, other } of pairs) {
  test(`${one.name} and ${other.name} say nothing of each other`, () => {
    const table = Array.from({ length: 10 }, () => Array<number>(10).fill(0));
    for (let person = 0; person < PEOPLE; person += 1) count(table, one.ofPeople[person], other.ofPeople[person]);
    expect(chiSquared(table)).toBeLessThan(CRITICAL[81]);
  });
}

function count(table: number[][], row = 0, column = 0): void {
  const counts = table[row] as number[];
  counts[column] = (counts[column] ?? 0) + 1;
}

test('negative control: a split tells everything of itself', () => {
  const table = Array.from({ length: 10 }, (_, row) => Array.from({ length: 10 }, (_, at) => (at === row ? 100 : 0)));
  expect(chiSquared(table)).toBeGreaterThan(CRITICAL[81]);
});

/** What each person is assigned, by experiment. */
function* assignments(experiments: readonly ExperimentDefinition[]): Generator<ReadonlyMap<string, string>> {
  const compiled = compileRuleset({ flags: [], experiments, groups: {}, config_version: '1' });
  for (let person = 0; person < PEOPLE; person += 1) {
    const got = assignExperiments(compiled, { userId: `user-${person}`, attributes: {} });
    yield new Map([...got].map(([key, { variantKey }]) => [key, variantKey]));
  }
}

const emptyTable = (rows: number): number[][] => Array.from({ length: rows }, () => [0, 0]);
const sum = (counts: readonly number[] = []): number => counts.reduce((total, each) => total + each, 0);

test('nobody is in two experiments of one layer, and each has its share and its split', () => {
  const inLayer = [
    experiment(0, { layer: { id: LAYERS[0], ranges: [[0, 3000]] } }),
    experiment(1, {
      layer: {
        id: LAYERS[0],
        ranges: [
          [3000, 5000],
          [7000, 8000],
        ],
      },
    }),
    experiment(2, { layer: { id: LAYERS[0], ranges: [[5000, 7000]] } }),
  ];
  let inSeveral = 0;
  const variants = emptyTable(3);
  for (const got of assignments(inLayer)) {
    if (got.size > 1) inSeveral += 1;
    for (const [key, variant] of got) count(variants, Number(key.slice(1)), variant === 'a' ? 0 : 1);
  }
  expect(inSeveral).toBe(0);
  for (const [at, share] of [0.3, 0.3, 0.2].entries()) {
    const counts = variants[at] ?? [];
    expect(Math.abs(sum(counts) / PEOPLE - share)).toBeLessThan(0.005);
    expect(Math.abs((counts[0] ?? 0) / sum(counts) - 0.5)).toBeLessThan(0.01);
  }
});

test('experiments of two layers meet as chance has it, in all four pairs of variants', () => {
  const apart = [
    experiment(1, { layer: { id: LAYERS[0], ranges: [[0, 5000]] } }),
    experiment(2, { layer: { id: LAYERS[1], ranges: [[5000, 10_000]] } }),
  ];
  const membership = emptyTable(2);
  const variants = emptyTable(2);
  for (const got of assignments(apart)) {
    const [one, two] = [got.get('e1'), got.get('e2')];
    count(membership, one === undefined ? 0 : 1, two === undefined ? 0 : 1);
    if (one !== undefined && two !== undefined) count(variants, one === 'a' ? 0 : 1, two === 'a' ? 0 : 1);
  }
  expect(chiSquared(membership)).toBeLessThan(CRITICAL[1]);
  expect(chiSquared(variants)).toBeLessThan(CRITICAL[1]);
});

test('the holdout is in none of the experiments, takes its share, and leaves the split of the others as it was', () => {
  const running = [
    experiment(1, { holdout: HOLDOUT }),
    experiment(2, { holdout: HOLDOUT, layer: { id: LAYERS[0], ranges: [[0, 10_000]] } }),
    experiment(3, { holdout: HOLDOUT, status: 'completed', winner: 'b' }),
  ];
  const sizes = new Map<number, number>();
  const variants = emptyTable(1);
  for (const got of assignments(running)) {
    sizes.set(got.size, (sizes.get(got.size) ?? 0) + 1);
    if (got.size > 0) count(variants, 0, got.get('e1') === 'a' ? 0 : 1);
  }
  // In all of them or in none: a person is held out as a whole.
  expect([...sizes.keys()].sort()).toEqual([0, 3]);
  expect(Math.abs((sizes.get(0) ?? 0) / PEOPLE - 0.1)).toBeLessThan(0.005);
  expect(Math.abs((variants[0]?.[0] ?? 0) / sum(variants[0]) - 0.5)).toBeLessThan(0.005);
});

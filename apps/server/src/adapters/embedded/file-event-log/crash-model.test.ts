import { expect, test } from 'vitest';
import { CrashModel, type CrashVerdict } from './crash-model.ts';

async function runSeeds(count: number, isSyncOn: boolean, hasFaults: boolean): Promise<Map<number, CrashVerdict>> {
  const verdicts = new Map<number, CrashVerdict>();
  for (let seed = 1; seed <= count; seed++) {
    verdicts.set(seed, await new CrashModel({ seed, isSyncOn, hasFaults }).run());
  }
  return verdicts;
}

/** Runs that broke a promise, by seed. */
const broken = (verdicts: ReadonlyMap<number, CrashVerdict>): [number, CrashVerdict][] =>
  [...verdicts].filter(([, { lost, twice, returned, isOrdered }]) => {
    return lost.length + twice.length + returned.length > 0 || !isOrdered;
  });

const total = (verdicts: ReadonlyMap<number, CrashVerdict>, count: (verdict: CrashVerdict) => number): number =>
  [...verdicts.values()].reduce((sum, verdict) => sum + count(verdict), 0);

test('kills and power cuts lose nothing acknowledged and repeat nothing', async () => {
  const verdicts = await runSeeds(50, true, false);
  expect(broken(verdicts)).toEqual([]);
  expect(total(verdicts, (verdict) => verdict.acknowledged)).toBeGreaterThan(500);
});

test('failing disks, kills and power cuts lose nothing acknowledged and keep nothing refused', async () => {
  const verdicts = await runSeeds(80, true, true);
  expect(broken(verdicts)).toEqual([]);
  expect(total(verdicts, (verdict) => verdict.refused)).toBeGreaterThan(100);
});

test('negative control: without syncing, power cuts lose acknowledged records', async () => {
  const verdicts = await runSeeds(20, false, false);
  expect(total(verdicts, (verdict) => verdict.lost.length)).toBeGreaterThan(10);
});

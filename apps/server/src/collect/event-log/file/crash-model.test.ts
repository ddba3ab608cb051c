import { expect, test } from 'vitest';
import { recordCounts, scaled, tortureSeed } from '../../../telemetry/testing/torture-run.ts';
import { CrashModel, type CrashVerdict } from './crash-model.ts';

/** Times the ordinary number of runs. */
const scale = scaled(1, 20);
/** The ordinary tests run the same seeds each time; those of a long run are its own. */
const firstSeed = process.env.LP_TORTURE_SEED === undefined ? 1 : tortureSeed;

async function runSeeds(count: number, isSyncOn: boolean, hasFaults: boolean): Promise<Map<number, CrashVerdict>> {
  const verdicts = new Map<number, CrashVerdict>();
  for (let seed = firstSeed; seed < firstSeed + count * scale; seed++) {
    verdicts.set(seed, await new CrashModel({ seed, isSyncOn, hasFaults }).run());
  }
  return verdicts;
}

/** Runs that broke a promise, by seed. */
const broken = (verdicts: ReadonlyMap<number, CrashVerdict>): [number, CrashVerdict][] =>
  [...verdicts].filter(([, { lost, twice, returned, isOrdered, reportedAsLost }]) => {
    return lost.length + twice.length + returned.length + reportedAsLost > 0 || !isOrdered;
  });

const total = (verdicts: ReadonlyMap<number, CrashVerdict>, count: (verdict: CrashVerdict) => number): number =>
  [...verdicts.values()].reduce((sum, verdict) => sum + count(verdict), 0);

function record(what: string, verdicts: ReadonlyMap<number, CrashVerdict>): void {
  recordCounts(what, {
    runs: verdicts.size,
    powerCuts: total(verdicts, (verdict) => verdict.powerCuts),
    kills: total(verdicts, (verdict) => verdict.kills),
    acknowledged: total(verdicts, (verdict) => verdict.acknowledged),
    refused: total(verdicts, (verdict) => verdict.refused),
    lost: total(verdicts, (verdict) => verdict.lost.length),
    twice: total(verdicts, (verdict) => verdict.twice.length),
  });
}

test(
  'kills and power cuts lose nothing acknowledged and repeat nothing',
  async () => {
    const verdicts = await runSeeds(20, true, false);
    record('power cuts', verdicts);
    expect(broken(verdicts)).toEqual([]);
    expect(total(verdicts, (verdict) => verdict.acknowledged)).toBeGreaterThan(200);
  },
  scale * 60_000,
);

test(
  'failing disks, kills and power cuts lose nothing acknowledged and keep nothing refused',
  async () => {
    const verdicts = await runSeeds(32, true, true);
    record('power cuts and failing disks', verdicts);
    expect(broken(verdicts)).toEqual([]);
    expect(total(verdicts, (verdict) => verdict.refused)).toBeGreaterThan(40);
  },
  scale * 60_000,
);

test(
  'negative control: without syncing, power cuts lose acknowledged records',
  async () => {
    const verdicts = await runSeeds(8, false, false);
    expect(total(verdicts, (verdict) => verdict.lost.length)).toBeGreaterThan(4);
    // What the mark, which was not synced either, still knows of; never more than was lost.
    expect(total(verdicts, (verdict) => verdict.reportedAsLost)).toBeGreaterThan(0);
    expect([...verdicts.values()].filter(({ lost, reportedAsLost }) => reportedAsLost > lost.length)).toEqual([]);
  },
  scale * 60_000,
);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventsRecord, SampleLog } from '../../compose/testing/sample-log.ts';
import { seededRandom } from '../../telemetry/testing/seeded-random.ts';
import { randomFor, recordCounts, scaled } from '../../telemetry/testing/torture-run.ts';
import { type FaultPlan, stepFaults, withFailingSteps } from './failing-steps.ts';
import { FileSegmentDirectory } from './file-segment-directory.ts';
import { Loader } from './loader.ts';
import { ModelStore } from './model-store.ts';

const SEGMENTS = 5;
/** Longer than all retries of a run together; a loader that does not get there hangs. */
const MAX_RUN_MS = 30_000;

interface Verdict {
  readonly stored: readonly string[];
  readonly movedSegments: number;
  readonly waitingSegments: number;
  /** How often the loader had to be made anew. */
  readonly restarts: number;
  readonly steps: ReadonlyMap<string, number>;
  readonly faults: number;
}

/** A loader over real files and a model of a store, made anew whenever it gives up, until everything has been loaded. */
async function run(plan: FaultPlan, store = new ModelStore()): Promise<Verdict> {
  const root = mkdtempSync(join(tmpdir(), 'lamppost-loader-model-'));
  try {
    const log = new SampleLog(join(root, 'log'));
    for (let number = 1; number <= SEGMENTS; number++) {
      log.seal([eventsRecord({ event: `e${number}a` }), eventsRecord({ event: `e${number}b` })]);
    }
    const files = new FileSegmentDirectory(join(root, 'log'), join(root, 'scratch'));
    const steps = new Map<string, number>();
    let [faults, restarts] = [0, -1];
    const counted: FaultPlan = (step) => {
      const fault = plan(step);
      if (fault !== undefined) faults++;
      return fault;
    };
    const machine = { plan: counted, calls: steps, onPowerCut: () => store.cutPower(), hasPower: true };
    const [directory, target] = [withFailingSteps(files, machine), withFailingSteps(store, machine)];
    const isDone = async () => (await files.listSealed()).length === 0;
    const startedAt = performance.now();
    const isLate = () => performance.now() - startedAt > MAX_RUN_MS;
    while (!(await isDone()) && !isLate()) {
      restarts++;
      machine.hasPower = true;
      let hasFailed = false;
      const onFailure = (): void => {
        hasFailed = true;
      };
      const loader = new Loader(directory, target, {
        // About two segments at a time.
        bytesPerLoad: 900,
        idleAfterMs: 5,
        scanEveryMs: 20,
        onProgress: () => {},
        onLoaded: () => {},
        onNotice: () => {},
      });
      await loader.start(onFailure).catch(onFailure);
      while (!hasFailed && !(await isDone()) && !isLate()) await sleep(5);
      // A stop may meet the fault that was injected; what counts is what the next loader finds.
      await loader.stop().catch(() => {});
    }
    return {
      stored: [...store.events].sort(),
      movedSegments: (await files.listLoaded()).length,
      waitingSegments: (await files.listSealed()).length,
      restarts,
      steps,
      faults,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const expected = {
  stored: Array.from({ length: SEGMENTS }, (_, at) => [`e${at + 1}a`, `e${at + 1}b`]).flat(),
  movedSegments: SEGMENTS,
  waitingSegments: 0,
};

test('whatever fails at whichever step, before or after it is done, each event is stored once', async () => {
  const { steps, ...calm } = await run(() => undefined);
  expect(calm).toMatchObject({ ...expected, restarts: 0, faults: 0 });
  const places = [...steps].flatMap(([name, count]) =>
    Array.from({ length: Math.min(count, scaled(2, 20)) }, (_, at) => `${name}#${at + 1}`),
  );
  const plans = places.flatMap((place) => stepFaults.map((fault) => ({ place, fault })));
  const broken: string[] = [];
  let faults = 0;
  await Promise.all(
    plans.map(async ({ place, fault }) => {
      const verdict = await run((step) => (step === place ? fault : undefined));
      faults += verdict.faults;
      const isGood = JSON.stringify({ ...expected, ...pickKnown(verdict) }) === JSON.stringify(expected);
      if (!isGood) broken.push(`${fault} ${place}: ${JSON.stringify(pickKnown(verdict))}`);
    }),
  );
  recordCounts('one fault', { steps: places.length, runs: plans.length, faults, broken: broken.length });
  expect(broken).toEqual([]);
  expect(faults).toBeGreaterThan(plans.length / 2);
}, 300_000);

const pickKnown = ({ stored, movedSegments, waitingSegments }: Verdict) => ({ stored, movedSegments, waitingSegments });

test(
  'many faults in a row: each event is stored once',
  async () => {
    const random = randomFor('loader model');
    const runs = scaled(20, 400);
    let [faults, restarts] = [0, 0];
    for (let at = 0; at < runs; at += 20) {
      const verdicts = await Promise.all(
        Array.from({ length: 20 }, async () => {
          // Of its own, so that what happens to this run does not depend on the others.
          const ownRandom = seededRandom(Math.floor(random() * 2 ** 31));
          const planned: string[] = [];
          const verdict = await run((step) => {
            if (planned.length === 6 || ownRandom() > 0.15) return undefined;
            const fault = stepFaults[Math.floor(ownRandom() * stepFaults.length)];
            planned.push(`${fault} ${step}`);
            return fault;
          });
          return { ...verdict, planned };
        }),
      );
      for (const { planned, ...verdict } of verdicts) {
        expect(pickKnown(verdict), planned.join(', ')).toEqual(expected);
        faults += verdict.faults;
        restarts += verdict.restarts;
      }
    }
    recordCounts('many faults', { runs, faults, restarts });
    expect(faults).toBeGreaterThan(runs);
  },
  scaled(120_000, 1_200_000),
);

test('a broken store is opened anew, also when the files of the failed load cannot be removed', async () => {
  const plan: FaultPlan = (step) => {
    if (step === 'load#1') return 'broken after';
    return step === 'clearScratch#2' ? 'error before' : undefined;
  };
  const verdict = await run(plan);
  expect(verdict).toMatchObject({ ...expected, restarts: 1, faults: 2 });
});

test('negative control: a store that forgets its positions has events twice', async () => {
  const plan: FaultPlan = (step) => (/^moveToLoaded#[1-4]$/.test(step) ? 'broken before' : undefined);
  const { stored } = await run(plan, new ModelStore({ forgetsPositions: true }));
  expect(stored.length).toBeGreaterThan(expected.stored.length);
});

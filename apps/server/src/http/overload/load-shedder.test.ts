import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoadShedder } from './load-shedder.ts';
import { SHED_ORDER, type ShedClass } from './shed-order.ts';
import { WorkSlices } from './work-slices.ts';

const routes = ['ingestPerformance', 'ingest', 'registerDevice', 'reportCrash', 'config'];

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const WORK_MS = 1;

/** Rounds in which more is admitted than can be done. */
async function overload(shedder: LoadShedder, slices: WorkSlices, rounds: number): Promise<void> {
  const work = async (name: string): Promise<void> => {
    const slice = slices.next();
    if (slice !== undefined) await slice;
    block(WORK_MS);
    shedder.leave(name);
  };
  const working: Promise<void>[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < 100; at++) {
      const name = routes[at % routes.length] ?? '';
      if (shedder.admit(name)) working.push(work(name));
    }
    await sleep(40);
  }
  await Promise.all(working);
}

test('nothing is rejected while few requests are under way, however long they wait', async () => {
  const shed: ShedClass[] = [];
  const shedder = new LoadShedder({ waitedMs: () => 400 }, (shedClass) => shed.push(shedClass));
  for (let round = 0; round < 5; round++) {
    expect(shedder.admit('ingestPerformance')).toBe(true);
    await sleep(1);
    block(40);
    await sleep(0);
    shedder.leave('ingestPerformance');
  }
  expect(shed).toEqual([]);
});

test('under overload classes are rejected in order, and all are admitted again when it is over', async () => {
  const shed: ShedClass[] = [];
  const slices = new WorkSlices();
  const shedder = new LoadShedder(slices, (shedClass) => shed.push(shedClass));
  await overload(shedder, slices, 30);
  const firsts = [...new Set(shed)];
  expect(firsts.length).toBeGreaterThan(1);
  expect(firsts).toEqual(SHED_ORDER.slice(0, firsts.length));
  await expect
    .poll(() => {
      const isAdmitted = shedder.admit('ingestPerformance');
      if (isAdmitted) shedder.leave('ingestPerformance');
      const before = shed.length;
      for (let at = 0; at < 20; at++) if (shedder.admit('ingestPerformance')) shedder.leave('ingestPerformance');
      return isAdmitted && shed.length === before;
    })
    .toBe(true);
}, 30_000);

test('a late event loop is no overload while no work waits: it may be late because of what is rejected', async () => {
  const shed: ShedClass[] = [];
  const shedder = new LoadShedder({ waitedMs: () => 0 }, (shedClass) => shed.push(shedClass));
  for (let at = 0; at < 200; at++) shedder.admit('reportCrash');
  for (let round = 0; round < 5; round++) {
    await sleep(1);
    block(60);
  }
  expect(shedder.admit('ingestPerformance')).toBe(true);
});

test('work that waits is overload, though the event loop is not late', async () => {
  const shed: ShedClass[] = [];
  const shedder = new LoadShedder({ waitedMs: () => 60 }, (shedClass) => shed.push(shedClass));
  for (let at = 0; at < 200; at++) shedder.admit('reportCrash');
  await expect.poll(() => shedder.admit('ingestPerformance')).toBe(false);
  expect(shed).toEqual(['performance']);
});

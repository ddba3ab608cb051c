import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoadShedder } from './load-shedder.ts';
import { SHED_ORDER, type ShedClass } from './shed-order.ts';

const noWork = { waitedMs: () => 0 };
const routes = ['ingestPerformance', 'ingest', 'registerDevice', 'reportCrash', 'config'];

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Rounds in which more is admitted than can be done, until the last class is affected or rounds run out. */
async function overload(shedder: LoadShedder, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const admitted = Array.from({ length: 100 }, (_, at) => routes[at % routes.length] ?? '').filter((name) =>
      shedder.admit(name),
    );
    const enough = Math.max(0, 140 - admitted.length);
    // Config is answered throughout, so it can keep the server busy by itself.
    for (let at = 0; at < enough; at++) if (shedder.admit('config')) admitted.push('config');
    await sleep(1);
    block(40);
    await sleep(0);
    for (const name of admitted) shedder.leave(name);
  }
}

test('nothing is rejected while few requests are under way, however late the event loop is', async () => {
  const shed: ShedClass[] = [];
  const shedder = new LoadShedder(noWork, (shedClass) => shed.push(shedClass));
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
  const shedder = new LoadShedder(noWork, (shedClass) => shed.push(shedClass));
  await overload(shedder, 30);
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

test('work that is begun late is overload, though the event loop itself is not late', async () => {
  const shed: ShedClass[] = [];
  const shedder = new LoadShedder({ waitedMs: () => 60 }, (shedClass) => shed.push(shedClass));
  for (let at = 0; at < 200; at++) shedder.admit('reportCrash');
  await expect.poll(() => shedder.admit('ingestPerformance')).toBe(false);
  expect(shed).toEqual(['performance']);
});

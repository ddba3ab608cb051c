import { setImmediate as nextTurn } from 'node:timers/promises';

const floorMs = 300;
const turnMs = 10;
const body = JSON.stringify(
  Array.from({ length: 20 }, (_, at) => ({ event: `event_${at}`, properties: { price: at / 7, source: 'home' } })),
);

/** How often one core parses the same text in a second: what all else depends on, and nothing but the machine changes. */
export async function machineFloor(): Promise<number> {
  const startedAt = performance.now();
  let parsed = 0;
  while (performance.now() - startedAt < floorMs) {
    const turnEndsAt = performance.now() + turnMs;
    while (performance.now() < turnEndsAt) {
      JSON.parse(body);
      parsed += 1;
    }
    await nextTurn();
  }
  return parsed / ((performance.now() - startedAt) / 1000);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './cpu-seconds.ts';
import type { Product } from './processes.ts';

/** Of a second of one processor. */
const MAX_BUSY = 0.1;
const IDLE_SECONDS = 3;
const MAX_WAIT_SECONDS = 600;

/** Until the product does nothing by itself any more: segments that were loaded are compressed, for example. */
export async function untilIdle({ pid }: Pick<Product, 'pid'>): Promise<void> {
  let before = await cpuSeconds(pid);
  for (let [waited, idle] = [0, 0]; idle < IDLE_SECONDS && waited < MAX_WAIT_SECONDS; waited += 1) {
    await sleep(1_000);
    const now = await cpuSeconds(pid);
    idle = now - before < MAX_BUSY ? idle + 1 : 0;
    before = now;
  }
}

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;

const CALLS = 1_000;
const MAX_ROUNDS = 40;
/** A hidden class, even one of a few members, takes more than twice as much. */
export const NOTHING_BYTES = 60;

/**
 * Bytes that each call leaves in V8's old generation, where only a full collection frees them, such as hidden classes that
 * are made anew. That of the first round with next to nothing, or else the least of all rounds: the first ones leave compiled
 * code there, too.
 */
export async function oldGenerationGrowth(call: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least > NOTHING_BYTES; round += 1) {
    collect();
    const before = oldBytes();
    for (let done = 0; done < CALLS; done += 1) await call();
    least = Math.min(least, (oldBytes() - before) / CALLS);
  }
  return least;
}

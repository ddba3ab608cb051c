import { appendFileSync } from 'node:fs';
import { seededRandom } from './seeded-random.ts';

/** `npm run torture` makes long runs of the tests of faults; the ordinary tests make a short one of each. */
export const isLong = process.env.LP_TORTURE === 'long';

export const scaled = (short: number, long: number): number => (isLong ? long : short);

/** Everything random in these tests follows from it: `npm run torture -- --seed` repeats a run. */
export const tortureSeed = Number(process.env.LP_TORTURE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Values from 0 to below 1, others for each name. Names the seed, unless somebody chose it. */
export function randomFor(name: string): () => number {
  if (process.env.LP_TORTURE_SEED === undefined) {
    process.stderr.write(`${name}: LP_TORTURE_SEED=${tortureSeed} repeats it\n`);
  }
  let hash = tortureSeed;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return seededRandom(hash);
}

/** What a test counted, for the table at the end of `npm run torture`. */
export function recordCounts(what: string, counts: object): void {
  if (isLong) process.stdout.write(`${what}: ${JSON.stringify(counts)}\n`);
  const file = process.env.LP_TORTURE_RECORDS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, counts })}\n`);
}

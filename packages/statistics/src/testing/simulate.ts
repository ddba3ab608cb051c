import { SeededRandom } from './seeded-random.ts';

/** At least 2,000 experiments in the tests; ten times as many with LP_TORTURE=long. */
export const RUNS = process.env.LP_TORTURE === 'long' ? 20_000 : 2_000;

/** For vitest: long runs take minutes on a busy machine. */
export const TEST_TIMEOUT_MS = RUNS * 30;

/** The share of simulated experiments in which something happens. Each has its own seed. */
export function shareOfRuns(happens: (random: SeededRandom) => boolean, runs = RUNS): number {
  let count = 0;
  for (let run = 0; run < runs; run += 1) if (happens(new SeededRandom(run + 1))) count += 1;
  return count / runs;
}

/** Where such a share lies in 997 of 1,000 simulations, if the chance is as claimed. */
export function binomialBand(chance: number, runs = RUNS): { lower: number; upper: number } {
  const half = 3 * Math.sqrt((chance * (1 - chance)) / runs);
  return { lower: chance - half, upper: chance + half };
}

/** What was counted, for the tables of docs/statistics.md: printed by long runs. */
export function notify(what: string, shares: Readonly<Record<string, number>>): void {
  if (process.env.LP_TORTURE === 'long') process.stdout.write(`${what}: ${JSON.stringify(shares)}\n`);
}

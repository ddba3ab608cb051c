import { machineFloor } from './machine-floor.ts';

/** Two floors that differ by more say that the machine did something else meanwhile. */
const MAX_DIFFERENCE = 0.1;

interface Round<F, T> {
  readonly before: F;
  readonly measured: T;
  readonly after: F;
}

export interface Rounds<F, T> {
  readonly rounds: readonly Round<F, T>[];
  /** Rounds whose two floors differed. */
  readonly thrownAway: number;
  /** Too few rounds were steady: the figures are of a busy machine. */
  readonly isNoisy: boolean;
}

export interface RoundsOptions<F, T> {
  readonly rounds: number;
  /** Measures the floor: what needs nothing but the machine. */
  readonly floor: () => Promise<F>;
  readonly speedOf: (floor: F) => number;
  readonly measure: () => Promise<T>;
}

/** As a share of the faster one. */
export const isSteady = (before: number, after: number): boolean =>
  Math.abs(before - after) <= MAX_DIFFERENCE * Math.max(before, after);

/**
 * Measures between two floors, and again where they differ, at most twice as often as asked. With too few steady rounds
 * the result is marked; without any it consists of the rounds that would have been thrown away.
 */
export async function steadyRounds<F, T>({
  rounds,
  floor,
  speedOf,
  measure,
}: RoundsOptions<F, T>): Promise<Rounds<F, T>> {
  const kept: Round<F, T>[] = [];
  const rejected: Round<F, T>[] = [];
  let before = await floor();
  while (kept.length < rounds && kept.length + rejected.length < rounds * 2) {
    const measured = await measure();
    const after = await floor();
    const list = isSteady(speedOf(before), speedOf(after)) ? kept : rejected;
    list.push({ before, measured, after });
    before = after;
  }
  return {
    rounds: kept.length > 0 ? kept : rejected,
    thrownAway: rejected.length,
    isNoisy: kept.length < rounds,
  };
}

/** For figures without a reference: between two floors of the machine itself. */
export async function steadily<T>(
  rounds: number,
  measure: () => Promise<T>,
): Promise<{ readonly measured: readonly T[]; readonly isNoisy: boolean }> {
  const result = await steadyRounds({ rounds, floor: machineFloor, speedOf: (speed) => speed, measure });
  return { measured: result.rounds.map(({ measured }) => measured), isNoisy: result.isNoisy };
}

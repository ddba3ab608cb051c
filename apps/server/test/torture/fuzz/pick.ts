/** Values from 0 to below 1. */
export type Random = () => number;

export const below = (random: Random, bound: number): number => Math.floor(random() * bound);

export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[below(random, list.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}

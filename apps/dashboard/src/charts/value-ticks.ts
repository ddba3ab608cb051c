import { ticks } from 'd3-array';

/** Few and round: 0, 20, 40. About as many as asked for. */
export function valueTicks(min: number, max: number, count: number): number[] {
  return ticks(min, max, Math.max(1, count));
}

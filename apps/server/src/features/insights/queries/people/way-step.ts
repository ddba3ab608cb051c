import type { PathsParams } from '../paths.ts';

/**
 * Over the columns of an event in a visit: `r`, its number from 1; `start_r` and `end_r`, those of the events with which
 * the way begins (1 where any does) and ends, NULL where there is none.
 */
export function wayStep({ startEvents, endEvents, depth }: PathsParams): { step: string; isCounted: string } {
  if (endEvents === undefined) return { step: '(r - start_r)', isCounted: 'r >= start_r' };
  // Without a start the end is always the last step.
  if (startEvents === undefined) return { step: `(${depth - 1} - (end_r - r))`, isCounted: 'r <= end_r' };
  return { step: '(r - start_r)', isCounted: `r >= start_r AND r <= end_r AND end_r - start_r < ${depth}` };
}

import { MINUTE_MS } from '../units.ts';

interface Stretch {
  readonly untilMs: number;
  readonly pauseMs: number;
}

/**
 * How long after one session the next begins, by how long somebody has been able to watch. A session has about ten
 * events: some four a second at first, so that a newcomer sees them come, and then fewer and fewer, so that a demo
 * that is left alone over the weekend does not bury its own past.
 */
const stretches: readonly Stretch[] = [
  { untilMs: 10 * MINUTE_MS, pauseMs: 2_500 },
  { untilMs: 120 * MINUTE_MS, pauseMs: 20_000 },
  { untilMs: Number.POSITIVE_INFINITY, pauseMs: 3 * MINUTE_MS },
];

export const pauseAfter = (runningMs: number): number =>
  (stretches.find(({ untilMs }) => runningMs < untilMs) as Stretch).pauseMs;

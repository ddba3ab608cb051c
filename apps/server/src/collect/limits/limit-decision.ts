import type { LimitDecision, LimitState, LimitWindow } from './rate-limiter.ts';

/** What is counted in a window at this moment. */
export interface WindowCount {
  readonly used: number;
  readonly leftMs: number;
}

export const limitState = (window: LimitWindow, { used, leftMs }: WindowCount): LimitState => ({
  ...window,
  used,
  resetsInSeconds: secondsIn(leftMs),
});

/** Of a cost that was allowed, the counts hold it already; a refused one has changed nothing. */
export function limitDecision(
  isAllowed: boolean,
  windows: readonly LimitWindow[],
  counts: readonly WindowCount[],
  cost: number,
): LimitDecision {
  const states = windows.map((window, at) => limitState(window, counts[at] as WindowCount));
  const full = isAllowed ? [] : states.filter(({ used, limit }) => used + cost > limit);
  return {
    isAllowed,
    retryAfterSeconds: Math.max(0, ...full.map(({ resetsInSeconds }) => resetsInSeconds)),
    states,
  };
}

const secondsIn = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

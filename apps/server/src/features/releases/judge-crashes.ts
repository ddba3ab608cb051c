import { wilsonInterval } from '@lamppost/statistics';
import type { RegressionTier } from './regression.ts';

export interface Sessions {
  readonly sessions: number;
  readonly crashedSessions: number;
}

/** With fewer on either side nothing is said. */
export const LEAST_SESSIONS = 50;
/** Points of percent. A loss below it is none that anybody would act on, however sure it is. */
const LEAST_LOSS = 0.1;

export interface Judgement {
  /** Null: not worse, or not enough to say so. */
  readonly tier: RegressionTier | null;
  /** Worse or not, whatever the chance. */
  readonly isWorse: boolean;
  /** Percents. */
  readonly crashFreeRate: number;
  readonly crashFreeBefore: number;
  readonly crashFreeDelta: number;
  readonly wilsonLow: number;
}

export const percent = (share: number): number => Math.round(share * 1_000_000) / 10_000;

export const crashFreeRate = ({ sessions, crashedSessions }: Sessions): number | null =>
  sessions === 0 ? null : percent(1 - crashedSessions / sessions);

/**
 * Whether sessions crash more than before; undefined when there are too few to say anything.
 * Confirmed: the intervals of both do not touch. Emerging: they do, but neither holds the rate of the other.
 */
export function judgeCrashes(now: Sessions, before: Sessions): Judgement | undefined {
  if (now.sessions < LEAST_SESSIONS || before.sessions < LEAST_SESSIONS) return undefined;
  const [free, freeBefore] = [now.sessions - now.crashedSessions, before.sessions - before.crashedSessions];
  const [rate, rateBefore] = [free / now.sessions, freeBefore / before.sessions];
  const [bounds, boundsBefore] = [wilsonInterval(free, now.sessions), wilsonInterval(freeBefore, before.sessions)];
  if (bounds === null || boundsBefore === null) return undefined;
  const delta = percent(rate - rateBefore);
  const isSure = bounds.upper < boundsBefore.lower;
  const isLikely = bounds.upper < rateBefore && rate < boundsBefore.lower;
  const tier = isSure ? 'confirmed' : isLikely ? 'emerging' : null;
  return {
    tier: delta <= -LEAST_LOSS ? tier : null,
    isWorse: rate < rateBefore,
    crashFreeRate: percent(rate),
    crashFreeBefore: percent(rateBefore),
    crashFreeDelta: delta,
    wilsonLow: percent(bounds.lower),
  };
}

import type { FunnelExclusion, FunnelOrder } from './funnel-definition.ts';

/** All that a person did at one moment: bit k says that an event of step k was among it, then come the exclusions. */
export interface FunnelMoment {
  readonly atMs: number;
  readonly done: number;
}

/** How far a person got, and when. */
export interface Attempt {
  /** When each step of the attempt that got furthest was done, up to the last one that counts. */
  readonly times: readonly number[];
  /** By step: when it was first reached, by whatever attempt, and how long after the step before. */
  readonly reached: readonly Reached[];
}

export interface Reached {
  readonly atMs: number;
  readonly tookMs: number;
}

export interface AttemptRules {
  readonly order: FunnelOrder;
  readonly steps: number;
  readonly windowMs: number;
  readonly exclusions: readonly Pick<FunnelExclusion, 'fromStep' | 'toStep'>[];
}

/**
 * Moments ascend, and are read several times. The attempt is the first that came as far as any did; of those that ended with it, the one whose
 * steps were done latest.
 */
export function findAttempt(rules: AttemptRules, moments: Iterable<FunnelMoment>): Attempt | undefined {
  const found = rules.order === 'any' ? followInAnyOrder(rules, moments) : followInOrder(rules, moments);
  if (found.reached.length === 0) return undefined;
  const depth = depthWithin(rules, moments, found.times);
  return { times: found.times.slice(0, depth + 1), reached: found.reached.slice(0, depth + 1) };
}

function followInOrder({ order, steps, windowMs }: AttemptRules, moments: Iterable<FunnelMoment>): Attempt {
  const reached: Reached[] = [];
  // Of each step, the times of the latest attempt that came to it: they are all as late as those of any other.
  const attempts = new Array<readonly number[] | undefined>(steps).fill(undefined);
  let times: readonly number[] = [];
  const reach = (attempt: readonly number[], atMs: number): void => {
    reached.push({ atMs, tookMs: atMs - (attempt.at(-2) ?? atMs) });
    times = attempt;
  };
  for (const { atMs, done } of moments) {
    // From the last step down, so that no step builds on another of the same moment.
    for (let step = Math.min(reached.length, steps - 1); step >= 0; step--) {
      const before = step === 0 ? [] : attempts[step - 1];
      const isNext = before !== undefined && atMs - (before[0] ?? atMs) <= windowMs;
      if ((done & (1 << step)) !== 0 && isNext) {
        const attempt = [...before, atMs];
        if (step === reached.length) reach(attempt, atMs);
        attempts[step] = attempt;
      } else if (order === 'strict') attempts[step] = undefined;
    }
  }
  return { times, reached };
}

/** An event of two steps does both of them. */
function followInAnyOrder({ steps, windowMs }: AttemptRules, moments: Iterable<FunnelMoment>): Attempt {
  const reached: Reached[] = [];
  const latest = new Array<number>(steps).fill(Number.NEGATIVE_INFINITY);
  let times: readonly number[] = [];
  for (const { atMs, done } of moments) {
    for (let step = 0; step < steps; step++) if ((done & (1 << step)) !== 0) latest[step] = atMs;
    const within = latest.filter((doneMs) => atMs - doneMs <= windowMs);
    if (within.length <= reached.length) continue;
    times = within.sort((a, b) => a - b);
    const tookMs = atMs - (times.at(-2) ?? atMs);
    while (reached.length < times.length) reached.push({ atMs, tookMs: reached.length === 0 ? 0 : tookMs });
  }
  return { times, reached };
}

/** The last step that counts: who did what is excluded is counted up to the step after which it was. */
function depthWithin(
  { steps, exclusions, windowMs }: AttemptRules,
  moments: Iterable<FunnelMoment>,
  times: readonly number[],
): number {
  const depth = times.length - 1;
  const spoiled = exclusions.filter(({ fromStep, toStep }, index) => {
    if (fromStep >= depth) return false;
    const afterMs = times[fromStep] ?? 0;
    // An attempt that did not come to the later step is open until its window ends.
    const beforeMs = times[toStep] ?? (times[0] ?? 0) + windowMs + 1;
    const bit = 1 << (steps + index);
    for (const { atMs, done } of moments) if ((done & bit) !== 0 && atMs > afterMs && atMs < beforeMs) return true;
    return false;
  });
  return Math.min(depth, ...spoiled.map(({ fromStep }) => fromStep));
}

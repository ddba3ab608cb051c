import { endsOf, type Moment } from '../insight-params.ts';
import type { EachAttempt } from './each-attempt.ts';
import type { FunnelParams } from './funnel-definition.ts';
import { GrowingNumbers } from './growing-numbers.ts';

const BARS = 20;

/** How long it took those who converted, from the first step to the last. */
export async function timesView({ steps, conversionWindow }: FunnelParams, moment: Moment, eachAttempt: EachAttempt) {
  const tookMs = new GrowingNumbers();
  await eachAttempt(({ times }) => {
    if (times.length === steps.length) tookMs.push((times.at(-1) ?? 0) - (times[0] ?? 0));
  });
  const sorted = tookMs.sorted();
  const count = sorted.length;
  const [shortest = 0, longest = 0] = [sorted[0], sorted.at(-1)];
  return {
    kind: 'funnel' as const,
    view: 'times' as const,
    count,
    averageSeconds: count === 0 ? null : seconds(sorted.reduce((sum, ms) => sum + ms, 0) / count),
    p50Seconds: quantileSeconds(sorted, 0.5),
    p90Seconds: quantileSeconds(sorted, 0.9),
    bars: count === 0 ? [] : barsOf(sorted, shortest, longest),
    conversionWindow,
    ...endsOf(moment),
  };
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

function quantileSeconds(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const place = share * (sorted.length - 1);
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return seconds(low + (high - low) * (place - Math.floor(place)));
}

/**
 * Equally wide, from the shortest time to the longest; one bar where all are the same. Times are put into bars by the
 * edges that are shown, so that both say the same.
 */
function barsOf(sorted: Float64Array, shortest: number, longest: number) {
  const span = longest - shortest;
  if (span === 0) return [{ fromSeconds: seconds(shortest), toSeconds: seconds(longest), count: sorted.length }];
  const edges = Array.from({ length: BARS + 1 }, (_, bar) => Math.round(shortest + (span * bar) / BARS));
  const counts = new Array<number>(BARS).fill(0);
  let bar = 0;
  for (const ms of sorted) {
    while (bar < BARS - 1 && ms >= (edges[bar + 1] ?? 0)) bar++;
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return counts.map((count, at) => ({
    fromSeconds: seconds(edges[at] ?? 0),
    toSeconds: seconds(edges[at + 1] ?? 0),
    count,
  }));
}

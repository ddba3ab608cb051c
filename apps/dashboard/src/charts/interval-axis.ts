import type { Interval } from './interval.ts';
import { valueTicks } from './value-ticks.ts';

export interface IntervalAxis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
}

/** Around everything and zero, with some room at both ends. */
export function intervalAxis(
  intervals: readonly Interval[],
  given?: readonly [number, number],
  maxTicks = 5,
): IntervalAxis {
  const values = intervals.flatMap(({ low, high }) => [low, high].filter((value): value is number => value !== null));
  const min = Math.min(0, ...values);
  const max = Math.max(0, ...values);
  const room = (max - min || 2) * 0.08;
  const domain = given ?? ([min - room, max + room] as const);
  return { domain, ticks: valueTicks(domain[0], domain[1], maxTicks) };
}

/** Only an interval that leaves zero out says anything. */
export function intervalTone({ low, high, good = 'up' }: Interval): 'good' | 'bad' | 'open' {
  if (low === null || high === null || (low <= 0 && high >= 0)) return 'open';
  return low > 0 === (good === 'up') ? 'good' : 'bad';
}

export function intervalWords(interval: Interval, format: (value: number) => string): string {
  const { name, low, high, estimate } = interval;
  if (low === null || high === null) return `${name}: not enough data yet.`;
  const tone = { good: 'better', bad: 'worse', open: 'no clear difference' }[intervalTone(interval)];
  const middle = estimate === null ? '' : `${format(estimate)}, `;
  return `${name}: ${middle}between ${format(low)} and ${format(high)}, ${tone}.`;
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { timeBuckets } from '../../../analytics/time-buckets.ts';
import { zoneOffset } from '../../../analytics/zone-offset.ts';
import type { AlertInterval } from './alert-definition.ts';
import type { UsualBasis } from './verdict.ts';

interface IntervalRules {
  /** About; days and weeks differ where clocks are changed. */
  readonly ms: number;
  /** After the end of an interval, for the events that are still on their way. */
  readonly settleMs: number;
  /** How many past intervals say what is usual. */
  readonly history: number;
  /** What past values are compared by, the finest first, and how many of them are needed. */
  readonly seasons: readonly { readonly basis: UsualBasis; readonly minSamples: number }[];
  /** How many intervals a preview shows. */
  readonly shown: number;
}

export const intervalRules: Readonly<Record<AlertInterval, IntervalRules>> = {
  hour: {
    ms: HOUR_MS,
    settleMs: 2 * MINUTE_MS,
    history: 6 * 7 * 24,
    seasons: [
      { basis: 'hour_of_week', minSamples: 4 },
      { basis: 'hour_of_day', minSamples: 7 },
      { basis: 'all', minSamples: 48 },
    ],
    shown: 14 * 24,
  },
  day: {
    ms: DAY_MS,
    settleMs: 10 * MINUTE_MS,
    history: 8 * 7,
    seasons: [
      { basis: 'day_of_week', minSamples: 4 },
      { basis: 'all', minSamples: 14 },
    ],
    shown: 8 * 7,
  },
  week: {
    ms: 7 * DAY_MS,
    settleMs: 30 * MINUTE_MS,
    history: 26,
    seasons: [{ basis: 'all', minSamples: 6 }],
    shown: 26,
  },
};

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const MAX_SPANS = 5_000;

/** The latest intervals, oldest first; the last one holds `nowMs`. */
export function latestSpans(interval: AlertInterval, count: number, nowMs: number, timezone: string): Span[] {
  const fromMs = nowMs - (count + 1) * intervalRules[interval].ms;
  const buckets = timeBuckets(fromMs, nowMs + 1, interval, timezone, MAX_SPANS);
  const { starts = [], endMs = nowMs } = buckets ?? {};
  return starts.map((start, at) => ({ fromMs: start, toMs: starts[at + 1] ?? endMs })).slice(-count);
}

/** Where an interval stands in each season of its kind. */
export function slotsOf(interval: AlertInterval, { fromMs }: Span, timezone: string): number[] {
  const shown = new Date(fromMs + zoneOffset(timezone, fromMs));
  const [day, hour] = [shown.getUTCDay(), shown.getUTCHours()];
  if (interval === 'hour') return [day * 24 + hour, hour, 0];
  return interval === 'day' ? [day, 0] : [0];
}

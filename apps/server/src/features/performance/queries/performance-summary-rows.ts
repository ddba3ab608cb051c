import { ALL, keyOf, type MetricKey, percentilesOf, type ShownNames } from './metric-values.ts';
import {
  type MetricNumbers,
  type MetricRate,
  type MetricSummary,
  type PerformanceSummaryParams,
  ruleFor,
} from './performance.ts';

export interface ListedMetric extends MetricKey {
  readonly id: string;
}

/** How many frames or sessions there are in all, by the place of a value; under ALL whatever the value. */
export interface Wholes {
  readonly frames: ReadonlyMap<number, number>;
  /** By metric. */
  readonly sessions: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

type Row = Readonly<Record<string, unknown>>;

/** What is counted of a metric, a value and a period. */
interface CountedRow {
  readonly k: number;
  readonly place: number;
  readonly isNow: boolean;
  readonly sessions: number;
  readonly delayMs: number | null;
  readonly numbers: Omit<MetricNumbers, 'rate' | 'before'>;
}

/**
 * Of rows `(k, place, is_now, count, shares, errors, over_line, trimmed, delay, sessions, statuses)`; k is the place of a
 * metric in the list.
 */
export function summariesOf(
  params: PerformanceSummaryParams,
  metrics: readonly ListedMetric[],
  counted: readonly Row[],
  wholes: Readonly<Record<'now' | 'before', Wholes>>,
  shown: ShownNames | undefined,
): readonly MetricSummary[] {
  const rows = counted.map(countedRow);
  const find = (k: number, place: number, isNow: boolean): CountedRow | undefined =>
    rows.find((row) => row.k === k && row.place === place && row.isNow === isNow);
  return metrics.map((metric, k): MetricSummary => {
    const numbersAt = (place: number): MetricNumbers => {
      const [now, before] = [find(k, place, true), find(k, place, false)];
      if (now === undefined) throw new Error('A metric that is listed has values');
      return {
        ...now.numbers,
        rate: rateOf(params, metric, now, wholes.now),
        before: before === undefined ? null : beforeOf(before, rateOf(params, metric, before, wholes.before)),
      };
    };
    // Those that are there now, in their order.
    const own = rows.filter((row) => row.k === k && row.place !== ALL && row.isNow);
    const places = own.map(({ place }) => place).toSorted((a, b) => a - b);
    const values = places.map((place) => ({ value: shown?.nameOf(place) ?? '', ...numbersAt(place) }));
    return { ...metric, ...numbersAt(ALL), values };
  });
}

const countedRow = (row: Row): CountedRow => ({
  k: Number(row.k),
  place: Number(row.place),
  isNow: Boolean(row.is_now),
  sessions: Number(row.sessions),
  delayMs: row.delay === null ? null : Number(row.delay),
  numbers: {
    count: Number(row.count),
    percentiles: percentilesOf(row.shares),
    errors: Number(row.errors),
    overThreshold: Number(row.over_line),
    trimmed: Number(row.trimmed),
    statuses: (row.statuses as readonly unknown[]).map(Number),
  },
});

const beforeOf = ({ numbers: { count, errors, percentiles } }: CountedRow, rate: MetricRate | null) => ({
  count,
  errors,
  percentiles,
  rate,
});

function rateOf(
  { rules }: PerformanceSummaryParams,
  metric: MetricKey,
  { numbers, sessions, delayMs, place }: CountedRow,
  wholes: Wholes,
): MetricRate | null {
  const of = ruleFor(rules, metric.metricType, metric.metricName)?.rateOf;
  if (of === undefined) return null;
  const ofAll = of === 'frames' ? wholes.frames : wholes.sessions.get(keyOf(metric));
  return { of, part: of === 'frames' ? numbers.count : sessions, whole: ofAll?.get(place) ?? 0, delayMs };
}

import type { TimeBand, TimeMarker, TimeSeries } from '../../charts/time-chart/time-series.ts';
import type { AlertPreview, Condition } from './alert-words.ts';

type Period = AlertPreview['firing'][number];

export interface AlertChartData {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly bands: readonly TimeBand[];
  readonly markers: readonly TimeMarker[];
  readonly isLastIncomplete: boolean;
}

const FIRING = 'While firing';

/** Values with what they were compared with, and once more in another colour while the alert fires. */
export function alertChartData(
  name: string,
  points: AlertPreview['points'],
  firing: readonly Period[],
  condition: Condition,
  nowMs: number,
): AlertChartData {
  const times = points.map(({ from }) => Date.parse(from));
  const values = points.map(({ value }) => value);
  const periods = firing.map(({ from, to }) => ({
    fromMs: Date.parse(from),
    toMs: to === null ? Number.POSITIVE_INFINITY : Date.parse(to),
  }));
  const isFiring = (ms: number): boolean => periods.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
  const fired = values.map((value, at) => (isFiring(times[at] ?? 0) ? value : null));
  const hasFired = fired.some((value) => value !== null);
  const low = points.map((point) => point.low);
  const high = points.map((point) => point.high);
  const hasBounds = condition.kind !== 'threshold';
  const isBand = hasBounds && condition.direction === 'either';
  return {
    times,
    series: [
      { name, values },
      ...(hasFired ? [{ name: FIRING, values: fired }] : []),
      ...(hasBounds && !isBand && high.some((bound) => bound !== null)
        ? [{ name: 'Upper bound', values: high, isCompare: true, colourName: name }]
        : []),
      ...(hasBounds && !isBand && low.some((bound) => bound !== null)
        ? [{ name: 'Lower bound', values: low, isCompare: true, colourName: name }]
        : []),
    ],
    bands: isBand ? [{ name, low, high }] : [],
    markers: firing.flatMap(({ from, to }): TimeMarker[] => [
      { atMs: Date.parse(from), kind: 'other', title: 'Fired' },
      ...(to === null ? [] : [{ atMs: Date.parse(to), kind: 'other' as const, title: 'Resolved' }]),
    ]),
    isLastIncomplete: Date.parse(points.at(-1)?.to ?? '') > nowMs,
  };
}

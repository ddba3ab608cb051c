import type { TimeBand, TimeMarker, TimeSeries } from '../../../charts/time-chart/time-series.ts';
import type { Change, MetricResult } from './results.ts';

export interface LiftLines {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly bands: readonly TimeBand[];
}

/** The first days know next to nothing: their bands are cut off at so many times the width of the last one. */
const MAX_WIDTHS = 3;

/** The cumulative lift of each treatment, day by day, in percent, with its band. */
export function liftLines(metric: MetricResult): LiftLines {
  const treatments = metric.variants.filter(({ decision, series }) => decision !== 'control' && series !== undefined);
  const times = [...new Set(treatments.flatMap(({ series = [] }) => series.map(({ at }) => Date.parse(at))))].sort(
    (a, b) => a - b,
  );
  const limit = limitOf(treatments.map(({ series = [] }) => series));
  const cut = (value: number | undefined): number | null =>
    value === undefined ? null : Math.max(-limit, Math.min(limit, value * 100));
  const pointsOf = (series: Series) => new Map(series.map((point) => [Date.parse(point.at), point]));
  return {
    times,
    series: treatments.map(({ variant_key: name, series = [] }) => {
      const points = pointsOf(series);
      return { name, values: times.map((time) => cut(points.get(time)?.lift_rel ?? undefined)) };
    }),
    bands: treatments.map(({ variant_key: name, series = [] }) => {
      const points = pointsOf(series);
      return {
        name,
        low: times.map((time) => cut(points.get(time)?.interval?.[0])),
        high: times.map((time) => cut(points.get(time)?.interval?.[1])),
      };
    }),
  };
}

type Series = NonNullable<MetricResult['variants'][number]['series']>;

function limitOf(all: readonly Series[]): number {
  const widths = all.flatMap((series) => {
    const last = series.findLast(({ interval }) => interval !== null)?.interval;
    return last === null || last === undefined ? [] : [Math.max(Math.abs(last[0]), Math.abs(last[1])) * 100];
  });
  return widths.length === 0 ? 100 : Math.max(...widths, 1) * MAX_WIDTHS;
}

/** Edits in the middle: what was measured before is of another experiment than what came after. */
export const changeMarkers = (changes: readonly Change[]): readonly TimeMarker[] =>
  changes
    .filter(({ action }) => action !== 'created')
    .map(({ at, summary, actor }) => ({
      atMs: Date.parse(at),
      kind: 'experiment',
      title: summary,
      detail: actor.name,
    }));

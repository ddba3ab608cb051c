import type { TimeSeries } from './time-series.ts';

export interface WireSeries {
  readonly name: string;
  readonly points: readonly { readonly bucketIso: string; readonly value: number | null }[];
}

export interface AlignedSeries {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
}

/** Series as the API gives them, over one list of times; where a series has no point there is a gap. */
export function alignSeries(wire: readonly WireSeries[]): AlignedSeries {
  const places = new Map<number, number>();
  const parsed = wire.map(({ name, points }) => ({
    name,
    points: points.map((point) => ({ ms: Date.parse(point.bucketIso), value: point.value })),
  }));
  const times = [...new Set(parsed.flatMap(({ points }) => points.map((point) => point.ms)))].sort((a, b) => a - b);
  for (const [index, ms] of times.entries()) places.set(ms, index);
  const series = parsed.map(({ name, points }) => {
    const values = new Array<number | null>(times.length).fill(null);
    for (const point of points) values[places.get(point.ms) as number] = point.value;
    return { name, values };
  });
  return { times, series };
}

/** The period before laid over this one, place by place. */
export function compareWith(now: AlignedSeries, before: AlignedSeries): AlignedSeries {
  const compared = before.series.map(
    ({ name, values }): TimeSeries => ({
      name: `${name} (before)`,
      values: now.times.map((_, index) => values[index] ?? null),
      isCompare: true,
      colourName: name,
    }),
  );
  return { times: now.times, series: [...now.series, ...compared] };
}

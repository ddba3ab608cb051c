import type { Wire } from '@lamppost/protocol';
import type { TimeSeries } from '../../../charts/time-chart/time-series.ts';

export interface ChartLines {
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
}

/** A timeseries of the API as a chart takes it. */
export function linesOf(result: Wire['TimeseriesResult'] | undefined): ChartLines {
  const first = result?.series[0]?.points ?? [];
  return {
    times: first.map(({ bucketIso }) => Date.parse(bucketIso)),
    series: (result?.series ?? []).map(({ name, points }) => ({ name, values: points.map(({ value }) => value) })),
  };
}

import type { Wire } from '@lamppost/protocol';
import type { BehindOf, PeopleBehind, TimeseriesPoint } from '../queries/people/people-behind.ts';
import type { TimeseriesParams } from '../queries/timeseries.ts';
import { type InsightReading, readInsightParams, readShared } from '../read-insight-params.ts';
import { breakdownParams } from '../trends/breakdown-params.ts';
import { type TimeseriesQuery, type TrendSeries, trendSeries } from '../trends/trend-series.ts';
import type { QueryWithPeople } from './point-reader.ts';
import { readPoint } from './read-point.ts';

type At = Wire['InsightAt'];

/** A number of a query's result as the store is asked for its people. The places are those of both in what was sent. */
export async function readPeopleBehind(
  query: QueryWithPeople,
  at: At,
  reading: InsightReading,
  places = { query: 'query', at: 'at' },
): Promise<PeopleBehind> {
  const point = readPoint(query, at, places);
  if (query.kind === 'timeseries') return ofSeries(query, at, point as TimeseriesPoint, reading, places.query);
  // The point is of the query's kind.
  return { ...(await readInsightParams(query, reading, places.query)), point } as PeopleBehind;
}

/** Of one of its series. */
async function ofSeries(
  query: TimeseriesQuery,
  at: At,
  point: TimeseriesPoint,
  reading: InsightReading,
  place: string,
): Promise<BehindOf<'timeseries'>> {
  const { readFilters, ...shared } = await readShared(query, reading, place);
  const paramsOf = async (series: TrendSeries): Promise<TimeseriesParams> => ({
    ...shared,
    filters: [...shared.filters, ...(await readFilters(series.filters, `${place}.${series.place}filters`))],
    events: series.events,
    aggregation: series.aggregation,
    interval: query.interval,
    ...breakdownParams(query),
  });
  const all = trendSeries(query);
  const first = all[0] as TrendSeries;
  const named = all.find(({ letter }) => letter === at.series) ?? first;
  // Which values are shown by themselves is decided by the first series.
  const isRanked = point.value?.of === 'rest' && named !== first;
  const rankedBy = isRanked ? { rankedBy: await paramsOf(first) } : {};
  return { kind: query.kind, params: await paramsOf(named), point: { ...point, ...rankedBy } };
}

import { type TimeseriesQuery, trendSeries } from './trend-series.ts';

const COUNTING: ReadonlySet<string> = new Set(['persons', 'first_time', 'per_person']);

/** Whether any series of it counts people, or accounts in their place. */
export const countsPeople = (query: TimeseriesQuery): boolean =>
  trendSeries(query).some(({ aggregation }) => COUNTING.has(aggregation.kind));

import type { TrendBreakdown } from '../queries/trends/trend-breakdown.ts';
import { breakdownFields, type TimeseriesQuery } from './trend-series.ts';

export const DEFAULT_LIMIT = 20;

/** The breakdown of a timeseries, in whichever way it was said. */
export function breakdownParams(query: TimeseriesQuery): { readonly breakdown?: TrendBreakdown } {
  const fields = breakdownFields(query);
  return fields.length === 0 ? {} : { breakdown: { fields, limit: query.breakdownLimit ?? DEFAULT_LIMIT } };
}

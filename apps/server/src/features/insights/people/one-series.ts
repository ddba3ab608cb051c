import { invalidField, type Wire } from '@lamppost/protocol';
import { OTHER } from '../queries/insight-params.ts';
import { breakdownFields, type TimeseriesQuery, trendSeries } from '../trends/trend-series.ts';

/** A query of several series as one of that which is named, so that its people can be listed like those of any other. */
export function oneSeries(query: TimeseriesQuery, at: Wire['InsightAt'], place: string): TimeseriesQuery {
  const all = trendSeries(query);
  const named = all.find(({ letter }) => letter === (at.series ?? 'A'));
  if (named === undefined) {
    throw invalidField(
      `${place}.series`,
      `must name a series of the query: ${all.map(({ letter }) => letter).join(', ')}`,
    );
  }
  const { series: _, breakdowns: __, breakdownProperty: ___, event: ____, ...rest } = query;
  const fields = breakdownFields(query);
  // Which values are shown is decided by the first series.
  if (named !== all[0] && at.breakdown?.includes(OTHER)) {
    throw invalidField(`${place}.breakdown`, `${OTHER} can be listed for series A only`);
  }
  return {
    ...rest,
    event: named.events === null ? null : [...named.events],
    aggregation: named.aggregation,
    filters: [...query.filters, ...named.filters],
    ...(fields.length === 1 ? { breakdownProperty: fields[0] as string } : {}),
    ...(fields.length > 1 ? { breakdowns: [...fields] } : {}),
  };
}

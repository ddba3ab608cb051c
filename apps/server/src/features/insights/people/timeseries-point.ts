import type { TimeseriesPoint } from '../queries/people/people-behind.ts';
import { shownValues } from '../queries/people/shown-values.ts';
import { breakdownFields, type TimeseriesQuery, trendSeries } from '../trends/trend-series.ts';
import type { Blame, PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const timeseriesPoint: PointReader<'timeseries'> = {
  members: ['series', 'bucketIso', 'compared', 'breakdown'],
  takes: {
    kind: 'any',
    // Refused before, where it is not people.
    unit: 'any',
    event: 'any',
    interval: 'any',
    range: 'any',
    filters: 'any',
    breakdownProperty: 'any',
    aggregation: 'any',
    series: 'any',
    formulas: 'any',
    showSeries: 'any',
    breakdowns: 'any',
    breakdownLimit: 'any',
    cumulative: 'any',
    movingAverage: 'any',
    compare: 'any',
  },
  read(query, at, blame): TimeseriesPoint {
    const letters = trendSeries(query).map(({ letter }) => letter);
    if (!letters.includes(at.series ?? 'A')) blame('series', `must name a series of the query: ${letters.join(', ')}`);
    const { compare } = query;
    if (at.compared === true && compare === undefined) blame('compared', 'needs a query with compare');
    const bucketMs = timeAt(at, 'bucketIso', blame);
    const bucketsBefore = query.cumulative === true ? Number.MAX_SAFE_INTEGER : (query.movingAverage ?? 1) - 1;
    return {
      ...(bucketMs !== undefined && { bucketMs }),
      ...(bucketsBefore > 0 && { bucketsBefore }),
      ...(at.compared === true && compare !== undefined && { compare }),
      ...valuesAt(query, at.breakdown, blame),
    };
  },
};

function valuesAt(query: TimeseriesQuery, names: readonly string[] | undefined, blame: Blame) {
  if (names === undefined) return {};
  const { length } = breakdownFields(query);
  if (length === 0) blame('breakdown', 'requires a query with a breakdown');
  else if (names.length !== length) {
    blame('breakdown', `must have ${length === 1 ? 'one value' : `${length} values`}: one for each field`);
  }
  const value = shownValues(names);
  if (value === undefined)
    blame('breakdown', 'must not combine (other) with a value: (other) covers all fields together');
  return value === undefined ? {} : { value };
}

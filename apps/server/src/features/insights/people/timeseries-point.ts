import { breakdownValue } from './breakdown-value.ts';
import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const timeseriesPoint: PointReader<'timeseries'> = {
  members: ['series', 'bucketIso', 'breakdown'],
  takes: {
    kind: 'any',
    event: 'any',
    interval: 'any',
    range: 'any',
    filters: 'any',
    breakdownProperty: 'any',
    aggregation: 'any',
  },
  read(query, at, blame) {
    if (at.series !== undefined && at.series !== 'A')
      blame('series', 'names no series of the query, which has A alone');
    const bucketMs = timeAt(at, 'bucketIso', blame);
    return { ...(bucketMs === undefined ? {} : { bucketMs }), ...breakdownValue(query, at, blame) };
  },
};

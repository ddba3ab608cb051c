import { breakdownValue } from './breakdown-value.ts';
import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const timeseriesPoint: PointReader<'timeseries'> = {
  members: ['series', 'bucketIso', 'breakdown'],
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
    // One of them has been chosen before.
    series: [],
    formulas: 'any',
    showSeries: 'any',
    breakdowns: [],
    breakdownLimit: [20],
    cumulative: [],
    movingAverage: [],
    compare: 'any',
  },
  read(query, at, blame) {
    const bucketMs = timeAt(at, 'bucketIso', blame);
    return { ...(bucketMs === undefined ? {} : { bucketMs }), ...breakdownValue(query, at, blame) };
  },
};

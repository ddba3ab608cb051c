import { breakdownValue } from './breakdown-value.ts';
import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const retentionPoint: PointReader<'retention'> = {
  members: ['period', 'index', 'returned', 'breakdown'],
  takes: {
    kind: 'any',
    // Refused before, where it is not people.
    unit: 'any',
    cohortEvent: 'any',
    returnEvent: 'any',
    interval: 'any',
    range: 'any',
    filters: 'any',
    mode: 'any',
    start: 'any',
    breakdownProperty: 'any',
  },
  read(query, at, blame) {
    const periodMs = timeAt(at, 'period', blame);
    const { index = 0, returned = true } = at;
    return {
      ...(periodMs !== undefined && { periodMs }),
      index,
      hasReturned: returned,
      ...breakdownValue(query, at, blame),
    };
  },
};

import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const retentionPoint: PointReader<'retention'> = {
  members: ['period', 'index', 'returned'],
  takes: {
    kind: 'any',
    // Refused before, where it is not people.
    unit: 'any',
    cohortEvent: 'any',
    returnEvent: 'any',
    interval: 'any',
    range: 'any',
    filters: 'any',
    mode: ['on'],
    start: ['first_in_range'],
    // The cohort as a whole.
    breakdownProperty: 'any',
  },
  read(_, at, blame) {
    if (at.period === undefined) blame('period', 'is required: the period of a cohort, as the result has it');
    return { periodMs: timeAt(at, 'period', blame) ?? 0, index: at.index ?? 0, hasReturned: at.returned ?? true };
  },
};

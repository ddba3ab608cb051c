import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const retentionPoint: PointReader<'retention'> = {
  members: ['period', 'index', 'returned'],
  read(_, at, blame) {
    if (at.period === undefined) blame('period', 'is required: the period of a cohort, as the result has it');
    return { periodMs: timeAt(at, 'period', blame) ?? 0, index: at.index ?? 0, hasReturned: at.returned ?? true };
  },
};

import { barAt } from './bar-at.ts';
import type { PointReader } from './point-reader.ts';

export const distributionPoint: PointReader<'distribution'> = {
  members: ['from', 'to'],
  takes: { kind: 'any', event: 'any', field: 'any', buckets: 'any', range: 'any', filters: 'any' },
  read(_, at, blame) {
    const bar = barAt(at, blame);
    return bar === undefined ? {} : { bar };
  },
};

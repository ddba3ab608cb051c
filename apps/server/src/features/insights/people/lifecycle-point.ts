import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const lifecyclePoint: PointReader<'lifecycle'> = {
  members: ['bucketIso', 'state'],
  takes: { kind: 'any', event: 'any', interval: 'any', range: 'any', filters: 'any', unit: 'any' },
  read(_, at, blame) {
    if (at.bucketIso === undefined) blame('bucketIso', 'is required: a point, as the result has it');
    if (at.state === undefined) blame('state', 'is required: new, returning, resurrecting or dormant');
    return { bucketMs: timeAt(at, 'bucketIso', blame) ?? 0, state: at.state ?? 'new' };
  },
};

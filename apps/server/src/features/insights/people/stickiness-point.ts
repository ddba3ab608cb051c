import type { PointReader } from './point-reader.ts';

export const stickinessPoint: PointReader<'stickiness'> = {
  members: ['periods'],
  takes: { kind: 'any', event: 'any', interval: 'any', range: 'any', filters: 'any', unit: 'any' },
  read(_, { periods }, blame) {
    if (periods === undefined) blame('periods', 'is required: in how many periods they were active');
    return { periods: periods ?? 1 };
  },
};

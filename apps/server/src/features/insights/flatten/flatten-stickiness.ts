import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

export const flattenStickiness = ({ points }: Wire['StickinessResult']): FlatInsight => ({
  columns: columns({ periods: 'integer', persons: 'integer', percentage: 'number' }),
  rows: points.map(({ periods, persons, percentage }) => [periods, persons, percentage]),
});

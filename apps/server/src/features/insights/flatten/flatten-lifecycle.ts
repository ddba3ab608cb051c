import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

export const flattenLifecycle = ({ series }: Wire['LifecycleResult']): FlatInsight => ({
  columns: columns({ bucket: 'timestamp', state: 'text', persons: 'integer' }),
  rows: series.flatMap(({ state, points }) =>
    points.map(({ bucketIso, value }) => [Date.parse(bucketIso), state, value]),
  ),
});

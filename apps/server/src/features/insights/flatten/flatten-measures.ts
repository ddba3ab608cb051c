import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

/** A row for each point, and for the whole range of each series: that one has no bucket. */
export const flattenMeasures = ({ series }: Wire['MeasureResult']): FlatInsight => ({
  columns: columns({ bucket: 'timestamp', series: 'text', unit: 'text', value: 'number', count: 'integer' }),
  rows: series.flatMap(({ name, unit, value, count, points }) => [
    [null, name, unit, value, count],
    ...points.map((point) => [Date.parse(point.bucketIso), name, unit, point.value, point.count]),
  ]),
});

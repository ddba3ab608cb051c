import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

/** Only the bars: the other figures follow from a query of events, and would be columns of one value. */
export const flattenDistribution = ({ bars }: Wire['DistributionResult']): FlatInsight => ({
  columns: columns({ from: 'number', to: 'number', count: 'integer' }),
  rows: bars.map(({ from, to, count }) => [from, to, count]),
});

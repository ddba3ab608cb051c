import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

export const flattenLift = ({ experiment, metric, variants }: Wire['ExperimentLiftResult']): FlatInsight => ({
  columns: columns({
    experiment: 'text',
    metric: 'text',
    variant: 'text',
    units: 'integer',
    value: 'number',
    lift: 'number',
    lift_from: 'number',
    lift_to: 'number',
    decision: 'text',
  }),
  rows: variants.map(({ key, units, value, lift, interval, decision }) => [
    experiment?.key ?? null,
    metric?.name ?? null,
    key,
    units,
    value,
    lift,
    interval?.[0] ?? null,
    interval?.[1] ?? null,
    decision,
  ]),
});

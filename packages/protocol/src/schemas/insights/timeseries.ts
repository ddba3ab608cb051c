import Type from 'typebox';
import { OneOfTagged } from '../common.ts';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';

export const InsightAggregation = OneOfTagged('kind', [
  Closed({
    kind: Type.Literal('count'),
    field: Type.Optional(Type.Unknown({ description: 'Says nothing' })),
  }),
  Closed({
    kind: Type.Enum(['count_distinct', 'sum', 'average', 'min', 'max', 'p50', 'p90', 'p95', 'p99']),
    field: Field,
  }),
]);

export const TimeseriesQuery = Closed({
  kind: Type.Literal('timeseries'),
  event: InsightEvent,
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
  interval: Type.Enum(['minute', 'hour', 'day', 'week', 'month']),
  range: InsightRange,
  aggregation: Type.Optional(InsightAggregation),
});

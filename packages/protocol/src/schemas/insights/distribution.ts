import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';

export const DistributionQuery = Closed({
  kind: Type.Literal('distribution'),
  event: InsightEvent,
  field: Field,
  buckets: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 50, description: 'Bars of the histogram; 20 when absent' }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

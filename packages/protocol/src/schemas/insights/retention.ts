import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';
import { InsightUnit } from './unit.ts';

export const RetentionQuery = Closed({
  kind: Type.Literal('retention'),
  cohortEvent: InsightEvent,
  returnEvent: InsightEvent,
  interval: Type.Optional(Type.Enum(['hour', 'day', 'week', 'month'], { description: '`week` when absent' })),
  mode: Type.Optional(
    Type.Enum(['on', 'on_or_after'], {
      description:
        'Whether a person counts in the periods in which they came back (`on`, when absent), or in every period until the last one in which they came back (`on_or_after`)',
    }),
  ),
  start: Type.Optional(
    Type.Enum(['first_in_range', 'first_time'], {
      description:
        'The cohort of a person: the period of their first `cohortEvent` of the range (`first_in_range`, when absent); with `first_time` only of those who had never done it before',
    }),
  ),
  breakdownProperty: Type.Optional(Field),
  range: InsightRange,
  filters: Type.Optional(Filters),
  unit: Type.Optional(InsightUnit),
});

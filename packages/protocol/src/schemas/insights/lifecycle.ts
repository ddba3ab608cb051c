import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';
import { InsightUnit } from './unit.ts';

export const LifecycleQuery = Closed({
  kind: Type.Literal('lifecycle'),
  event: InsightEvent,
  interval: Type.Optional(
    Type.Enum(['day', 'week', 'month'], {
      description: '`day` when absent. The first one counts from its beginning, even if the range begins within it',
    }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
  unit: Type.Optional(InsightUnit),
});

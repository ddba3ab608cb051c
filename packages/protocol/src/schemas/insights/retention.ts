import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';

export const RetentionQuery = Closed({
  kind: Type.Literal('retention'),
  cohortEvent: InsightEvent,
  returnEvent: InsightEvent,
  interval: Type.Optional(Type.Enum(['day', 'week'], { description: '`week` when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';
import { InsightUnit } from './unit.ts';

export const StickinessQuery = Closed({
  kind: Type.Literal('stickiness'),
  event: InsightEvent,
  interval: Type.Optional(Type.Enum(['day', 'week', 'month'], { description: '`day` when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
  unit: Type.Optional(InsightUnit),
});

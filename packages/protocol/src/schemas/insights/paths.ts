import Type from 'typebox';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Filters } from './filters.ts';
import { InsightRange } from './ranges.ts';

export const PathsQuery = Closed({
  kind: Type.Literal('paths'),
  startEvent: Type.Optional(InsightEvent),
  endEvent: Type.Optional(InsightEvent),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 6, description: '5 when absent' })),
  range: InsightRange,
  filters: Type.Optional(Filters),
});

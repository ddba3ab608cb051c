import Type from 'typebox';
import { textPatterns } from '../../text-patterns.ts';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters, type InsightFilter } from './filters.ts';
import { InsightRange } from './ranges.ts';

export const InsightStep = Type.Unsafe<
  string | { event: Type.Static<typeof InsightEvent>; filters?: Type.Static<typeof InsightFilter>[] | undefined }
>({
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 256,
  required: ['event'],
  properties: { event: InsightEvent, filters: Filters },
  additionalProperties: false,
  description: 'The name of an event, or `{event, filters}`',
});

export const FunnelQuery = Closed({
  kind: Type.Literal('funnel'),
  steps: Type.Array(InsightStep, { minItems: 2, maxItems: 10 }),
  conversionWindow: Type.Optional(
    Type.String({
      pattern: textPatterns.duration.pattern,
      maxLength: 9,
      description: '`7d` when absent; `365d` at most',
    }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
});

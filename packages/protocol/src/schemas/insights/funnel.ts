import Type from 'typebox';
import { textPatterns } from '../../text-patterns.ts';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters, type InsightFilter } from './filters.ts';
import { InsightRange } from './ranges.ts';
import { InsightUnit } from './unit.ts';

const MAX_FUNNEL_STEPS = 10;

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

/** An event that must not happen between two steps. */
export interface FunnelExclusionShape {
  event: Type.Static<typeof InsightEvent>;
  filters?: Type.Static<typeof InsightFilter>[];
  fromStep?: number;
  toStep?: number;
}

const stepAt = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FUNNEL_STEPS - 1, description }));

export const FunnelExclusion = Type.Unsafe<FunnelExclusionShape>(
  Closed({
    event: InsightEvent,
    filters: Type.Optional(Filters),
    fromStep: stepAt('The step after which it must not happen, from 0; 0 when absent'),
    toStep: stepAt('The step before which it must not happen; the last one when absent'),
  }),
);

/** What is compared between those who converted and those who did not. */
export interface FunnelCorrelateShape {
  events?: boolean;
  fields?: string[];
}

export const FunnelCorrelate = Type.Unsafe<FunnelCorrelateShape>(
  Type.Object(
    {
      events: Type.Optional(Type.Boolean({ description: 'What else they did, by the names of events' })),
      fields: Type.Optional(Type.Array(Field, { maxItems: 10, description: 'The values that their events have here' })),
    },
    {
      additionalProperties: false,
      description: 'With `view: "correlation"`; events, `platform`, `country` and `app_version` when absent',
    },
  ),
);

export const FunnelQuery = Closed({
  kind: Type.Literal('funnel'),
  steps: Type.Array(InsightStep, { minItems: 2, maxItems: MAX_FUNNEL_STEPS }),
  order: Type.Optional(
    Type.Enum(['ordered', 'strict', 'any'], {
      description:
        '`ordered` when absent: one step after the other, whatever happens between them. `strict`: nothing else of the person between two steps. `any`: the steps in any order; step n counts those who did n different ones',
    }),
  ),
  conversionWindow: Type.Optional(
    Type.String({
      pattern: textPatterns.duration.pattern,
      maxLength: 9,
      description: '`7d` when absent; `365d` at most',
    }),
  ),
  exclusions: Type.Optional(
    Type.Array(FunnelExclusion, {
      minItems: 1,
      maxItems: 5,
      description: 'Who did one of these between the two steps is counted up to `fromStep` only',
    }),
  ),
  holdConstant: Type.Optional(
    Type.Unsafe<string>({
      ...Field,
      description: 'A field that must have the same value at every step; events without a value do not count',
    }),
  ),
  range: InsightRange,
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
  breakdownAttribution: Type.Optional(
    Type.Enum(['first', 'last'], {
      description:
        "With `breakdownProperty`: a person's value is the one at their first step (when absent), or at the last step that they reached",
    }),
  ),
  view: Type.Optional(
    Type.Enum(['steps', 'trend', 'times', 'correlation'], {
      description:
        '`steps` when absent. `trend`: conversion over time. `times`: how long it took. `correlation`: what those who converted did or had, and the others did not',
    }),
  ),
  interval: Type.Optional(Type.Enum(['hour', 'day', 'week', 'month'], { description: 'With `view: "trend"`' })),
  correlate: Type.Optional(FunnelCorrelate),
  unit: Type.Optional(InsightUnit),
});

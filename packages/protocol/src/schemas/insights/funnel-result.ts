import Type from 'typebox';
import { IsoTime, Nullable } from '../common.ts';

const Ends = { conversionWindow: Type.String(), fromIso: IsoTime, toIso: IsoTime };
const Percent = (description: string) => Type.Number({ description: `${description}, in percent with two decimals` });

const Steps = {
  steps: Type.Array(
    Type.Object({
      event: Type.String(),
      count: Type.Integer({ description: 'Persons who came so far' }),
      percentage: Percent('Of those who did the first step'),
      dropOff: Nullable(Percent('Lost since the step before')),
      medianSecondsFromPrevious: Nullable(Type.Number()),
    }),
  ),
  overallConversion: Percent('From the first step to the last'),
};

export const FunnelResult = Type.Object({
  kind: Type.Literal('funnel'),
  ...Steps,
  breakdown: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), ...Steps }), {
      description: 'With `breakdownProperty`: the same for each value',
    }),
  ),
  ...Ends,
});

export const FunnelTrendResult = Type.Object({
  kind: Type.Literal('funnel'),
  view: Type.Literal('trend'),
  interval: Type.Enum(['hour', 'day', 'week', 'month']),
  points: Type.Array(
    Type.Object({
      bucketIso: IsoTime,
      entered: Type.Integer({ description: 'Persons whose first step was in this bucket; each counts once' }),
      converted: Type.Integer({ description: 'Of these, who came to the last step, whenever that was' }),
      percentage: Percent('Converted of entered'),
    }),
  ),
  ...Ends,
});

export const FunnelTimesResult = Type.Object({
  kind: Type.Literal('funnel'),
  view: Type.Literal('times'),
  count: Type.Integer({ description: 'Persons who came to the last step' }),
  averageSeconds: Nullable(Type.Number({ description: 'From the first step to the last; null if no one converted' })),
  p50Seconds: Nullable(Type.Number()),
  p90Seconds: Nullable(Type.Number()),
  bars: Type.Array(
    Type.Object({
      fromSeconds: Type.Number(),
      toSeconds: Type.Number({ description: 'Not included, except by the last bar' }),
      count: Type.Integer(),
    }),
    { maxItems: 20 },
  ),
  ...Ends,
});

export const FunnelCorrelationResult = Type.Object({
  kind: Type.Literal('funnel'),
  view: Type.Literal('correlation'),
  converted: Type.Integer({ description: 'Persons who came to the last step' }),
  notConverted: Type.Integer({ description: 'Persons who did the first step and did not come to the last' }),
  tested: Type.Integer({ description: 'Events and values that were compared; p-values are adjusted for so many' }),
  rows: Type.Array(
    Type.Object({
      kind: Type.Enum(['event', 'field']),
      event: Type.Optional(Type.String({ description: 'Done between the first step and the end of the attempt' })),
      field: Type.Optional(Type.String()),
      value: Type.Optional(Type.String({ description: 'Of the field, at an event of that time' })),
      converted: Type.Integer({ description: 'Of those who converted, how many did or had this' }),
      notConverted: Type.Integer({ description: 'Of the others, how many did or had this' }),
      oddsRatio: Type.Number({ description: 'Above 1: more likely to convert' }),
      pValue: Type.Number(),
      adjustedPValue: Type.Number({ description: 'By Benjamini and Hochberg, for the number that was tested' }),
    }),
    { maxItems: 50, description: 'The smallest p-values first' },
  ),
  ...Ends,
});

type OneOfViews =
  | typeof FunnelResult
  | typeof FunnelTrendResult
  | typeof FunnelTimesResult
  | typeof FunnelCorrelationResult;

/** What a funnel answers: one of these, by its view. That of steps has no `view`. */
export const FunnelAnswer = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: 'funnel' } },
  oneOf: [FunnelResult, FunnelTrendResult, FunnelTimesResult, FunnelCorrelationResult],
} as unknown as OneOfViews;

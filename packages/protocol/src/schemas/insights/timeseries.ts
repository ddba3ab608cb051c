import Type from 'typebox';
import { InsightAggregation } from './aggregations.ts';
import { Closed } from './closed.ts';
import { InsightEvent } from './events.ts';
import { Field } from './fields.ts';
import { Filters, type InsightFilter } from './filters.ts';
import { InsightRange } from './ranges.ts';
import { InsightUnit } from './unit.ts';

const ShownName = Type.String({ minLength: 1, maxLength: 256, description: 'What results call it' });

// Named, as filters are.
export interface TrendSeries {
  event: Type.Static<typeof InsightEvent>;
  filters?: Type.Static<typeof InsightFilter>[] | undefined;
  aggregation?: Type.Static<typeof InsightAggregation> | undefined;
  name?: string | undefined;
}
export interface TrendFormula {
  expression: string;
  name?: string | undefined;
}

export const InsightSeries = Type.Unsafe<TrendSeries>(
  Closed({
    event: InsightEvent,
    filters: Type.Optional(Filters),
    aggregation: Type.Optional(InsightAggregation),
    name: Type.Optional(ShownName),
  }),
);

export const InsightFormula = Type.Unsafe<TrendFormula>(
  Closed({
    expression: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Numbers, letters of series, `+ - * / ( )`: `A / B * 100`. Where it divides by zero the value is 0',
    }),
    name: Type.Optional(ShownName),
  }),
);

export const TimeseriesQuery = Closed({
  kind: Type.Literal('timeseries'),
  event: Type.Optional(InsightEvent),
  series: Type.Optional(
    Type.Array(InsightSeries, {
      minItems: 1,
      maxItems: 10,
      description: 'In place of `event` and `aggregation`. Their letters are A, B, C… in this order',
    }),
  ),
  formulas: Type.Optional(
    Type.Array(InsightFormula, { minItems: 1, maxItems: 5, description: 'Shown in place of the series' }),
  ),
  showSeries: Type.Optional(Type.Boolean({ description: 'With `formulas`: show the series as well' })),
  filters: Type.Optional(Filters),
  breakdownProperty: Type.Optional(Field),
  breakdowns: Type.Optional(
    Type.Array(Field, {
      minItems: 1,
      maxItems: 3,
      description: 'In place of `breakdownProperty`: one series for each combination of values',
    }),
  ),
  breakdownLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'So many values, or combinations, are shown; the others together as `(other)`. 20 when absent',
    }),
  ),
  interval: Type.Enum(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'total'], {
    description: '`total`: one point for the whole range',
  }),
  range: InsightRange,
  aggregation: Type.Optional(InsightAggregation),
  cumulative: Type.Optional(Type.Boolean({ description: 'Every point with all before it in the range' })),
  movingAverage: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 90, description: 'Every point as the average of so many, itself the last' }),
  ),
  compare: Type.Optional(
    Type.Enum(['previous_period', 'previous_year'], {
      description: 'The same for the period before, or for the same dates a year earlier',
    }),
  ),
  unit: Type.Optional(InsightUnit),
});

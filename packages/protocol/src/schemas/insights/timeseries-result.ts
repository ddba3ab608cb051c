import Type from 'typebox';
import { IsoTime } from '../common.ts';

const Ends = { fromIso: IsoTime, toIso: IsoTime };

// Written out and named, as filters are.
export interface TrendPoint {
  bucketIso: string;
  value: number;
}
export interface TrendLine {
  name: string;
  series?: string;
  formula?: number;
  breakdown?: string[];
  undefinedPoints?: number;
  points: TrendPoint[];
}

const Series = Type.Array(
  Type.Unsafe<TrendLine>(
    Type.Object({
      name: Type.String({
        description:
          'The event, or a value of the breakdown, `(other)` or `(none)`; a value of such a text stands in quotes: `"(none)"`. Values of several fields have ` · ` between them',
      }),
      series: Type.Optional(Type.String({ description: 'With `series` or `formulas`: its letter' })),
      formula: Type.Optional(Type.Integer({ description: 'Of a formula: its place, from 0' })),
      breakdown: Type.Optional(
        Type.Array(Type.String(), { description: 'With `breakdowns`, `series` or `formulas`: a value for each field' }),
      ),
      undefinedPoints: Type.Optional(
        Type.Integer({ description: 'Of a formula: how many points are 0 because it divides by zero there' }),
      ),
      points: Type.Array(Type.Object({ bucketIso: IsoTime, value: Type.Number() })),
    }),
  ),
);

export const TimeseriesResult = Type.Object({
  kind: Type.Literal('timeseries'),
  series: Series,
  interval: Type.Enum(['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'total']),
  ...Ends,
  compare: Type.Optional(
    Type.Object(
      { series: Series, ...Ends },
      { description: 'With `compare`: the same series in the same order, with as many points' },
    ),
  ),
});

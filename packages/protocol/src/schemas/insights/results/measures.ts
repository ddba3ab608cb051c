import Type from 'typebox';
import { IsoTime, Nullable } from '../../common.ts';
import { Ends } from './ends.ts';

// Written out and named, as filters are.
export interface MeasurePoint {
  bucketIso: string;
  value: number | null;
  count: number;
}
export interface MeasureSeries {
  name: string;
  unit: 'percent' | 'count' | 'ms' | 'mb' | 'score';
  value: number | null;
  count: number;
  threshold: number | null;
  points: MeasurePoint[];
}

const Value = Nullable(Type.Number({ description: 'null: there is nothing to measure' }));
const Count = Type.Integer({ description: 'What it was measured of: sessions or users, crash reports, measurements' });

export const MeasureResult = Type.Object({
  kind: Type.Enum(['crash_free', 'crashes', 'performance']),
  series: Type.Array(
    Type.Unsafe<MeasureSeries>(
      Type.Object({
        name: Type.String({ description: 'What is measured, or a value of the breakdown' }),
        unit: Type.Enum(['percent', 'count', 'ms', 'mb', 'score']),
        value: Nullable(Type.Number({ description: 'Of the whole range' })),
        count: Count,
        threshold: Nullable(Type.Number({ description: 'A good value of the metric is not above it' })),
        points: Type.Array(Type.Object({ bucketIso: IsoTime, value: Value, count: Count })),
      }),
    ),
  ),
  interval: Type.Enum(['minute', 'hour', 'day', 'week', 'month']),
  ...Ends,
});

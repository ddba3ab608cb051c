import Type from 'typebox';
import { Nullable } from '../../common.ts';
import { Ends } from './ends.ts';

const Figure = Nullable(Type.Number({ description: 'null: no event has a number there' }));

export const DistributionResult = Type.Object({
  kind: Type.Literal('distribution'),
  field: Type.String(),
  bars: Type.Array(
    Type.Object({
      from: Type.Number({ description: 'Included' }),
      to: Type.Number({ description: 'Not included, but in the last bar' }),
      count: Type.Integer({ description: 'Events' }),
    }),
    { description: 'Of equal width from the least value to the greatest; one if they are the same' },
  ),
  count: Type.Integer({ description: 'Events that have a number there' }),
  missing: Type.Integer({ description: 'Events that have none' }),
  min: Figure,
  max: Figure,
  average: Figure,
  p50: Figure,
  p90: Figure,
  p99: Figure,
  ...Ends,
});
